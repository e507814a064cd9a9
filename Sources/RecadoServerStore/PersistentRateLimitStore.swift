// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoServer
public import RecadoStore

/// The state of clients' quotas in a database, shared by any number of servers.
///
/// Times are measured by the database's clock. Each request to an endpoint with a quota costs a
/// transaction.
public struct PersistentRateLimitStore: RateLimitStore {
    /// The migrations that create the store's table; run them with those of the services.
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

    /// Creates a rate limit store.
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

    /// Takes one request from the remaining quota of a client.
    ///
    /// - Parameters:
    ///   - client: The client, combined with what the client requests.
    ///   - quota: The quota of the client.
    /// - Returns: The client's remaining quota.
    /// - Throws: `StoreError` when the database fails.
    public func take(_ client: String, _ quota: Quota) async throws -> RateLimitStatus {
        let time = clock.now()
        return try await store.write { transaction in
            // In every kind of database, the row is locked from here to the end of the transaction.
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

    /// Deletes clients whose quota is full again; call this now and then, on one server.
    ///
    /// - Returns: The number of deleted clients.
    /// - Throws: `StoreError` when the database fails.
    @discardableResult
    public func sweep() async throws(StoreError) -> Int {
        try await store.execute("DELETE FROM recado_quota WHERE full_at < \(clock.now())").count
    }
}
