// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoServer
public import RecadoStore

/// Records of requests and their answers in a database, so that several servers together run each
/// request only once.
///
/// A server that crashes before it has answered leaves a record without an answer. A repetition of
/// that request is run again after ``timeout``. Times are measured by the database's clock.
public struct PersistentIdempotencyStore: IdempotencyStore {
    /// The time for which an answer is kept: a day.
    public static let lifetime = Duration.seconds(86_400)
    /// The time after which an unanswered request counts as lost: 5 minutes, longer than a request
    /// may take by default.
    public static let timeout = Duration.seconds(300)

    /// The migrations that create the store's table; run them with those of the services.
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

    /// Creates an idempotency store.
    ///
    /// - Parameter store: A database to which the migrations were applied.
    public init(_ store: any Store) {
        self.init(store, clock: StoreClock(of: store))
    }

    /// Creates an idempotency store that uses the given clock.
    package init(_ store: any Store, clock: StoreClock) {
        self.store = store
        self.clock = clock
    }

    /// Records that a request is about to be handled, unless a request with the same key is
    /// recorded.
    ///
    /// - Parameters:
    ///   - key: The idempotency key, combined with the client and the request target.
    ///   - fingerprint: A hash of the whole request.
    /// - Returns: The decision on how to answer the request.
    /// - Throws: `StoreError` when the database fails.
    public func begin(_ key: String, _ fingerprint: [UInt8]) async throws -> IdempotencyDecision {
        let now = clock.now()
        let (lifetime, timeout) = (Self.lifetime.inMicroseconds, Self.timeout.inMicroseconds)
        return try await store.write { transaction in
            let begun: Int64? = try transaction.value(
                """
                INSERT INTO recado_repetition (key, fingerprint, begun_at)
                VALUES (\(key), \(fingerprint), \(now))
                ON CONFLICT (key) DO UPDATE
                SET fingerprint = excluded.fingerprint, begun_at = excluded.begun_at, answer = NULL
                WHERE abs(recado_repetition.begun_at - \(now)) > \(lifetime)
                    OR recado_repetition.answer IS NULL
                        AND abs(recado_repetition.begun_at - \(now)) > \(timeout)
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

    /// Stores the answer to a request, unless the key's record now belongs to another claim.
    ///
    /// - Parameters:
    ///   - key: The key that was passed to ``begin(_:_:)``.
    ///   - claim: The claim that ``begin(_:_:)`` returned.
    ///   - answer: The answer.
    /// - Throws: `StoreError` when the database fails.
    public func finish(
        _ key: String,
        _ claim: IdempotencyClaim,
        _ answer: StoredResponse
    ) async throws {
        let bytes = try JSON().encode(answer)
        try await store.execute(
            """
            UPDATE recado_repetition SET answer = \(bytes)
            WHERE key = \(key) AND begun_at = \(claim.number)
            """
        )
    }

    /// Deletes the record of a request that was not handled, unless the key's record now belongs to
    /// another claim.
    ///
    /// - Parameters:
    ///   - key: The key that was passed to ``begin(_:_:)``.
    ///   - claim: The claim that ``begin(_:_:)`` returned.
    public func abandon(_ key: String, _ claim: IdempotencyClaim) async {
        // If this fails, the request counts as lost after `timeout`.
        _ = try? await store.execute(
            """
            DELETE FROM recado_repetition
            WHERE key = \(key) AND begun_at = \(claim.number) AND answer IS NULL
            """
        )
    }

    /// Deletes records older than ``lifetime``; call this now and then, on one server.
    ///
    /// - Returns: The number of deleted records.
    /// - Throws: `StoreError` when the database fails.
    @discardableResult
    public func sweep() async throws(StoreError) -> Int {
        let lifetime = Self.lifetime.inMicroseconds
        return try await store.execute(
            "DELETE FROM recado_repetition WHERE begun_at < \(clock.now()) - \(lifetime)"
        ).count
    }
}
