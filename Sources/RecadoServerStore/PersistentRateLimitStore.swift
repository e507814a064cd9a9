// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoServer
public import RecadoStore

/// A store of quotas in a database, so that any number of servers count together.
///
/// The database's clock decides. Each request of an endpoint with a quota costs a transaction.
public struct PersistentRateLimitStore: RateLimitStore {
    /// The migrations that its table needs; run them with those of the services.
    public static let migrations = [
        Migration(
            "create recado_quota",
            sqlite: [
                """
                CREATE TABLE recado_quota (
                    client TEXT PRIMARY KEY, full_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID
                """,
                "CREATE INDEX recado_quota_full_at ON recado_quota (full_at)",
            ],
            postgreSQL: [
                """
                CREATE TABLE recado_quota (client TEXT PRIMARY KEY, full_at BIGINT NOT NULL)
                """,
                "CREATE INDEX recado_quota_full_at ON recado_quota (full_at)",
            ]
        )
    ]

    private let store: any Store
    private let clock: StoreClock

    /// Creates a store.
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

    /// Takes one request from the rest of a client's quota.
    ///
    /// - Parameters:
    ///   - client: The client that asks, and the thing that it asks for.
    ///   - quota: The quota of the client.
    /// - Returns: The rest of the client's quota.
    /// - Throws: `StoreError` when the database cannot be asked.
    public func take(_ client: String, _ quota: Quota) async throws -> RateLimitStatus {
        let time = clock.now()
        return try await store.write { transaction in
            // The row is locked from here to the end of the transaction, in each kind of database.
            let (known, now): (Int64, Int64) =
                try transaction.first(
                    """
                    INSERT INTO recado_quota (client, full_at) VALUES (\(client), 0)
                    ON CONFLICT (client) DO UPDATE SET full_at = recado_quota.full_at
                    RETURNING full_at, \(time)
                    """
                ) { row in (try row[0], try row[1]) } ?? (0, 0)
            var account = QuotaAccount(isFullAt: .microseconds(known))
            let standing = account.take(quota, now: .microseconds(now))
            let fullAt = account.isFullAt.inMicroseconds
            transaction.nextIsLast()
            try transaction.execute(
                "UPDATE recado_quota SET full_at = \(fullAt) WHERE client = \(client)"
            )
            return standing
        }
    }

    /// Forgets clients that have their whole quota; to be called now and then, by one server.
    ///
    /// - Returns: The number of clients that were forgotten.
    /// - Throws: `StoreError` when the database cannot be asked.
    @discardableResult
    public func sweep() async throws(StoreError) -> Int {
        try await store.execute("DELETE FROM recado_quota WHERE full_at < \(clock.now())").count
    }
}
