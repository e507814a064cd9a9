// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoServer
public import RecadoStore

/// A ledger of failed attempts in a database, by which any number of servers count together.
///
/// Guesses that are spread over servers wait as long as those at one. The times of the
/// servers decide. Each request with credentials costs two reads, and one whose credentials
/// were wrong a transaction besides.
public struct PersistentLoginAttemptStore: LoginAttemptStore {
    /// The migrations that its table needs; run them with those of the services.
    public static let migrations = [
        Migration(
            "create recado_attempt",
            sqlite: [
                """
                CREATE TABLE recado_attempt (
                    key TEXT PRIMARY KEY, forgotten_at INTEGER NOT NULL,
                    waits_until INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID
                """,
                "CREATE INDEX recado_attempt_forgotten_at ON recado_attempt (forgotten_at)",
            ],
            postgreSQL: [
                """
                CREATE TABLE recado_attempt (
                    key TEXT PRIMARY KEY, forgotten_at BIGINT NOT NULL,
                    waits_until BIGINT NOT NULL
                )
                """,
                "CREATE INDEX recado_attempt_forgotten_at ON recado_attempt (forgotten_at)",
            ]
        )
    ]

    private let store: any Store
    private let clock: WallTime

    /// Creates a ledger.
    ///
    /// - Parameter store: The database, which has the table.
    public init(_ store: any Store) {
        self.init(store, clock: WallTime())
    }

    /// Creates a ledger with a clock of its own.
    package init(_ store: any Store, clock: WallTime) {
        self.store = store
        self.clock = clock
    }

    // MARK: - Counting

    /// The time that has to pass before an attempt is looked at.
    ///
    /// - Parameters:
    ///   - attempt: The attempt that is made.
    ///   - limits: The most failures that are taken.
    /// - Returns: The time; zero when it may be looked at now.
    /// - Throws: `StoreError` when the database cannot be asked.
    public func wait(
        for attempt: LoginAttempt,
        _ limits: LoginAttemptLimits
    ) async throws -> Duration {
        let now = clock.microseconds()
        let keys = AttemptKeys(attempt)
        return try await store.read { transaction in
            try transaction.standing(keys, now: now).wait
        }
    }

    /// Takes note of what came of an attempt.
    ///
    /// - Parameters:
    ///   - attempt: The attempt that was made.
    ///   - isRight: Whether the credentials were right.
    ///   - limits: The most failures that are taken.
    /// - Returns: Zero when the outcome may be told; else the time to wait.
    /// - Throws: `StoreError` when it cannot be noted.
    public func conclude(
        _ attempt: LoginAttempt,
        isRight: Bool,
        _ limits: LoginAttemptLimits
    ) async throws -> Duration {
        let now = clock.microseconds()
        let keys = AttemptKeys(attempt)
        guard isRight else { return try await fail(attempt, keys, limits, now: now) }
        // Most attempts are right and follow no failure: they change nothing.
        let (wait, hasFailed) = try await store.read { transaction in
            try transaction.standing(keys, now: now)
        }
        if wait == .zero, hasFailed {
            try await store.execute("DELETE FROM recado_attempt WHERE key = \(keys.pair)")
        }
        return wait
    }

    private func fail(
        _ attempt: LoginAttempt,
        _ keys: AttemptKeys,
        _ limits: LoginAttemptLimits,
        now: Int64
    ) async throws(StoreError) -> Duration {
        var rules: [(key: String, rule: LoginAttemptLimits.Rule)] = []
        if attempt.account != nil {
            rules = [(keys.account, limits.account), (keys.pair, limits.accountAtAddress)]
        }
        if attempt.address != nil { rules.append((keys.address, limits.address)) }
        let rows = rules
        return try await store.write { transaction in
            let wait = try transaction.standing(keys, now: now).wait
            guard wait == .zero else { return wait }
            for (key, rule) in rows { try transaction.fail(key, rule, now: now) }
            return .zero
        }
    }

    /// Forgets failures that no longer count; to be called now and then, by one server.
    ///
    /// - Returns: The number of counts that were forgotten.
    /// - Throws: `StoreError` when the database cannot be asked.
    @discardableResult
    public func sweep() async throws(StoreError) -> Int {
        let now = clock.microseconds()
        return try await store.execute(
            "DELETE FROM recado_attempt WHERE forgotten_at < \(now) AND waits_until < \(now)"
        ).count
    }
}

/// The keys under which the counts of an attempt are kept.
private struct AttemptKeys: Sendable {
    let account: String
    let pair: String
    let address: String

    init(_ attempt: LoginAttempt) {
        let realm = Self.escaped(attempt.realm)
        let name = Self.escaped(attempt.account ?? "")
        let place = Self.escaped(attempt.address ?? "")
        // Without a part there is no count, and a name that none has finds none.
        account = attempt.account == nil ? "" : "account/\(realm)/\(name)"
        pair = attempt.account == nil ? "" : "pair/\(realm)/\(name)/\(place)"
        address = attempt.address == nil ? "" : "address/\(realm)/\(place)"
    }

    /// A text in letters, digits and little else: others cannot all be kept, and would end it.
    private static func escaped(_ text: String) -> String {
        var output = ""
        for byte in text.utf8 {
            switch byte {
            case 0x2D...0x2E, 0x30...0x3A, 0x40...0x5A, 0x5F, 0x61...0x7A:
                output.unicodeScalars.append(Unicode.Scalar(byte))
            default: output += "%" + String(byte, radix: 16)
            }
        }
        return output
    }
}

extension Transaction {
    /// The longest that one of the counts has to wait, and whether there is one of the pair.
    fileprivate func standing(
        _ keys: AttemptKeys,
        now: Int64
    ) throws(Thrown) -> (wait: Duration, hasFailed: Bool) {
        let counts: [(key: String, end: Int64)] = try all(
            """
            SELECT key, waits_until FROM recado_attempt
            WHERE key IN (\(keys.account), \(keys.pair), \(keys.address))
            """
        ) { row in (try row[0], try row[1]) }
        let end = counts.map(\.end).max() ?? 0
        return (.microseconds(max(0, end - now)), counts.contains { $0.key == keys.pair })
    }

    /// Counts a failure.
    fileprivate func fail(
        _ key: String,
        _ rule: LoginAttemptLimits.Rule,
        now: Int64
    ) throws(Thrown) {
        let known = try first(
            "SELECT forgotten_at, waits_until FROM recado_attempt WHERE key = \(key)"
        ) { row in
            let (forgottenAt, waitsUntil): (Int64, Int64) = (try row[0], try row[1])
            return AttemptCount(
                forgottenAt: .microseconds(forgottenAt),
                waitsUntil: .microseconds(waitsUntil)
            )
        }
        var count = known ?? AttemptCount()
        count.fail(rule, now: .microseconds(now))
        let forgottenAt = count.forgottenAt.inMicroseconds
        let waitsUntil = count.waitsUntil.inMicroseconds
        try execute(
            """
            INSERT INTO recado_attempt (key, forgotten_at, waits_until)
            VALUES (\(key), \(forgottenAt), \(waitsUntil))
            ON CONFLICT (key) DO UPDATE
            SET forgotten_at = excluded.forgotten_at, waits_until = excluded.waits_until
            """
        )
    }
}
