// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoServer
public import RecadoStore

/// Counts of failed login attempts in a database, shared by any number of servers.
///
/// Guessing passwords at several servers is therefore slowed down as much as at one server. Times
/// are measured by the database's clock. A request with valid credentials costs two reads, plus a
/// write if the account had failures at the client's address. A request with invalid credentials
/// costs a read and a write transaction.
public struct PersistentLoginAttemptStore: LoginAttemptStore {
    /// The migrations that create the store's table; run them with those of the services.
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
    private let clock: StoreClock

    /// Creates a store of failed login attempts.
    ///
    /// - Parameter store: A database to which the migrations were applied.
    public init(_ store: any Store) {
        self.init(store, clock: StoreClock(of: store))
    }

    /// Creates a store that uses the given clock.
    package init(_ store: any Store, clock: StoreClock) {
        self.store = store
        self.clock = clock
    }

    // MARK: - Counting

    /// Returns the time that must pass before the credentials of an attempt may be checked.
    ///
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - limits: The limits on failures.
    /// - Returns: The time; zero if the credentials may be checked now.
    /// - Throws: `StoreError` when the database fails.
    public func wait(
        for attempt: LoginAttempt,
        _ limits: Service.LoginAttemptLimits
    ) async throws -> Duration {
        let (keys, now) = (AttemptKeys(attempt), clock.now())
        return try await store.read { transaction in
            try transaction.counts(of: keys, at: now).wait(limits)
        }
    }

    /// Records the outcome of an attempt.
    ///
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - isRight: True if the credentials were valid.
    ///   - limits: The limits on failures.
    /// - Returns: Zero if the outcome may be sent to the client; otherwise the time to wait.
    /// - Throws: `StoreError` when the database fails.
    public func conclude(
        _ attempt: LoginAttempt,
        isRight: Bool,
        _ limits: Service.LoginAttemptLimits
    ) async throws -> Duration {
        let (keys, now) = (AttemptKeys(attempt), clock.now())
        guard isRight else { return try await fail(keys, limits, at: now) }
        // Most attempts are valid and follow no failure, so they need no write.
        let counts = try await store.read { transaction in
            try transaction.counts(of: keys, at: now)
        }
        let wait = counts.wait(limits)
        if wait == .zero, counts[keys.pair] != nil {
            try await store.execute("DELETE FROM recado_attempt WHERE key = \(keys.pair)")
        }
        return wait
    }

    private func fail(
        _ keys: AttemptKeys,
        _ limits: Service.LoginAttemptLimits,
        at now: Statement
    ) async throws(StoreError) -> Duration {
        let rows = keys.rules(limits)
        return try await store.write { transaction in
            let counts = try transaction.counts(of: keys, at: now)
            let wait = counts.wait(limits)
            guard wait == .zero else { return wait }
            for (key, rule) in rows {
                var count = counts[key] ?? AttemptCount()
                count.fail(rule, now: counts.now)
                try transaction.keep(count, for: key)
            }
            return .zero
        }
    }

    /// Deletes counts that have expired; call this now and then, on one server.
    ///
    /// - Returns: The number of deleted counts.
    /// - Throws: `StoreError` when the database fails.
    @discardableResult
    public func sweep() async throws(StoreError) -> Int {
        let now = clock.now()
        return try await store.execute(
            "DELETE FROM recado_attempt WHERE forgotten_at < \(now) AND waits_until < \(now)"
        ).count
    }
}

/// The keys of the rows that hold an attempt's counts.
private struct AttemptKeys: Sendable {
    let account: String
    let pair: String
    let address: String

    init(_ attempt: LoginAttempt) {
        let realm = Self.escaped(attempt.realm)
        let name = Self.escaped(attempt.account ?? "")
        let place = Self.escaped(attempt.address ?? "")
        // An empty key means that there is no count, because the attempt lacks an account or
        // address.
        account = attempt.account == nil ? "" : "account/\(realm)/\(name)"
        pair = attempt.account == nil ? "" : "pair/\(realm)/\(name)/\(place)"
        address = attempt.address == nil ? "" : "address/\(realm)/\(place)"
    }

    /// Returns the keys that are not empty, each with the rule for its count.
    func rules(
        _ limits: Service.LoginAttemptLimits
    ) -> [(key: String, rule: Service.LoginAttemptLimits.Rule)] {
        let all = [
            (account, limits.account), (pair, limits.accountAtAddress), (address, limits.address),
        ]
        return all.filter { !$0.0.isEmpty }
    }

    /// Percent-encodes all bytes except letters, digits and a few others: a database may be unable
    /// to store some bytes, and a slash would be taken for a separator.
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

/// The counts of an attempt, and the database's time when they were read.
private struct AttemptCounts {
    let keys: AttemptKeys
    let counts: [String: AttemptCount]
    let now: Duration

    subscript(_ key: String) -> AttemptCount? { counts[key] }

    /// Returns the longest wait that any of the counts demands.
    func wait(_ limits: Service.LoginAttemptLimits) -> Duration {
        keys.rules(limits).compactMap { counts[$0.key]?.wait($0.rule, now: now) }.max() ?? .zero
    }
}

extension Transaction {
    /// Reads the counts of an attempt.
    fileprivate func counts(
        of keys: AttemptKeys,
        at time: Statement
    ) throws(Thrown) -> AttemptCounts {
        // No row has an empty key, so the empty key can mark the row with the time.
        let rows: [(key: String, count: AttemptCount)] = try all(
            """
            SELECT key, forgotten_at, waits_until FROM recado_attempt
            WHERE key IN (\(keys.account), \(keys.pair), \(keys.address))
            UNION ALL SELECT '', \(time), 0
            """
        ) { row in
            let (forgottenAt, waitsUntil): (Int64, Int64) = (try row[1], try row[2])
            let count = AttemptCount(
                forgottenAt: .microseconds(forgottenAt),
                waitsUntil: .microseconds(waitsUntil)
            )
            return (try row[0], count)
        }
        var counts = Dictionary(rows) { first, _ in first }
        let now = counts.removeValue(forKey: "")?.forgottenAt ?? .zero
        return AttemptCounts(keys: keys, counts: counts, now: now)
    }

    /// Inserts or updates a count.
    fileprivate func keep(_ count: AttemptCount, for key: String) throws(Thrown) {
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
