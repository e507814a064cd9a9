// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoServer
public import RecadoStore

/// A store of repetitions in a database, so that any number of servers carry out each request once.
///
/// A server that dies between a request and its answer leaves a record without an answer. After
/// ``patience`` a repetition is carried out again. The database's clock decides.
public struct PersistentIdempotencyStore: IdempotencyStore {
    /// The time for which an answer is kept: a day.
    public static let lifetime = Duration.seconds(86_400)
    /// The time after which a request without an answer counts as lost: 5 minutes, longer than a
    /// request may take by default.
    public static let patience = Duration.seconds(300)

    /// The migrations that its table needs; run them with those of the services.
    public static let migrations = [
        Migration(
            "create recado_repetition",
            sqlite: [
                """
                CREATE TABLE recado_repetition (
                    key TEXT PRIMARY KEY, fingerprint BLOB NOT NULL, begun_at INTEGER NOT NULL,
                    answer BLOB
                ) STRICT
                """,
                "CREATE INDEX recado_repetition_begun_at ON recado_repetition (begun_at)",
            ],
            postgreSQL: [
                """
                CREATE TABLE recado_repetition (
                    key TEXT PRIMARY KEY, fingerprint BYTEA NOT NULL, begun_at BIGINT NOT NULL,
                    answer BYTEA
                )
                """,
                "CREATE INDEX recado_repetition_begun_at ON recado_repetition (begun_at)",
            ]
        )
    ]

    private let store: any Store
    private let clock: StoreClock

    /// Creates a store of repetitions.
    ///
    /// - Parameter store: The database, which has the table.
    public init(_ store: any Store) {
        self.init(store, clock: StoreClock(of: store))
    }

    /// Creates a store with a clock of its own.
    package init(_ store: any Store, clock: StoreClock) {
        self.store = store
        self.clock = clock
    }

    /// Records that a request is about to be carried out, unless a request with the same key is
    /// recorded.
    ///
    /// - Parameters:
    ///   - key: The key, with the client that sent it and the target of the request.
    ///   - fingerprint: A hash of the whole request.
    /// - Returns: The decision about the request.
    /// - Throws: `StoreError` when the database cannot be asked.
    public func begin(_ key: String, _ fingerprint: [UInt8]) async throws -> IdempotencyDecision {
        let now = clock.now()
        let (lifetime, patience) = (Self.lifetime.inMicroseconds, Self.patience.inMicroseconds)
        return try await store.write { transaction in
            let begun: Int64? = try transaction.value(
                """
                INSERT INTO recado_repetition (key, fingerprint, begun_at)
                VALUES (\(key), \(fingerprint), \(now))
                ON CONFLICT (key) DO UPDATE
                SET fingerprint = excluded.fingerprint, begun_at = excluded.begun_at, answer = NULL
                WHERE abs(recado_repetition.begun_at - \(now)) > \(lifetime)
                    OR recado_repetition.answer IS NULL
                        AND abs(recado_repetition.begun_at - \(now)) > \(patience)
                RETURNING begun_at
                """
            )
            if let begun { return .first(IdempotencyClaim(number: begun)) }
            let record: (fingerprint: [UInt8], answer: [UInt8]?)? = try transaction.first(
                "SELECT fingerprint, answer FROM recado_repetition WHERE key = \(key)"
            ) { row in (try row[0], try row[1]) }
            guard let record, record.fingerprint == fingerprint else { return .different }
            guard let answer = record.answer else { return .underWay }
            return .answered(try JSON().decode(from: answer))
        }
    }

    /// Keeps the answer to a request, unless the key's record now belongs to another claim.
    ///
    /// - Parameters:
    ///   - key: The key that it was begun with.
    ///   - claim: The claim that ``begin(_:_:)`` returned.
    ///   - answer: The answer.
    /// - Throws: `StoreError` when it cannot be kept.
    public func finish(
        _ key: String,
        _ claim: IdempotencyClaim,
        _ answer: RepeatedAnswer
    ) async throws {
        let bytes = try JSON().encode(answer)
        try await store.execute(
            """
            UPDATE recado_repetition SET answer = \(bytes)
            WHERE key = \(key) AND begun_at = \(claim.number)
            """
        )
    }

    /// Forgets a request that was begun and not carried out, unless the key's record now belongs to
    /// another claim.
    ///
    /// - Parameters:
    ///   - key: The key that it was begun with.
    ///   - claim: The claim that ``begin(_:_:)`` returned.
    public func abandon(_ key: String, _ claim: IdempotencyClaim) async {
        // If this fails, the request counts as lost after `patience`.
        _ = try? await store.execute(
            """
            DELETE FROM recado_repetition
            WHERE key = \(key) AND begun_at = \(claim.number) AND answer IS NULL
            """
        )
    }

    /// Forgets old answers; to be called now and then, by one server.
    ///
    /// - Returns: The number of answers that were forgotten.
    /// - Throws: `StoreError` when the database cannot be asked.
    @discardableResult
    public func sweep() async throws(StoreError) -> Int {
        let lifetime = Self.lifetime.inMicroseconds
        return try await store.execute(
            "DELETE FROM recado_repetition WHERE begun_at < \(clock.now()) - \(lifetime)"
        ).count
    }
}
