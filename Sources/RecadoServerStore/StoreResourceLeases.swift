// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoServer
public import RecadoStore

/// Leases in a database, with which any number of servers change a resource one after another.
///
/// Times are measured by the database's clock, independently of the servers' clocks. If that clock
/// is set back, nobody waits for longer than twice a lease's term.
public struct StoreResourceLeases: ResourceLeases {
    /// The migrations that create the leases' table; run them with those of the services.
    public static let migrations = [
        Migration(
            "create recado_lease",
            sqlite: [
                """
                CREATE TABLE recado_lease (
                    resource TEXT PRIMARY KEY, holder TEXT NOT NULL, ends_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID
                """
            ],
            postgreSQL: [
                """
                CREATE TABLE recado_lease (
                    resource TEXT PRIMARY KEY, holder TEXT NOT NULL, ends_at BIGINT NOT NULL
                )
                """
            ]
        )
    ]

    private let store: any Store
    private let clock: StoreClock

    /// Creates leases.
    ///
    /// - Parameter store: A database to which the migrations were applied.
    public init(_ store: any Store) {
        self.init(store, clock: StoreClock(of: store))
    }

    /// Creates leases that use the given clock instead of the database's.
    package init(_ store: any Store, clock: StoreClock) {
        self.store = store
        self.clock = clock
    }

    /// Takes or extends the lease of a resource, unless another holder has it.
    ///
    /// - Parameters:
    ///   - resource: The name of the resource.
    ///   - holder: A name that no other holder has.
    ///   - term: The time after which the lease ends unless it is extended.
    /// - Returns: True if the holder has the lease now.
    /// - Throws: `StoreError` when the database fails.
    public func take(
        _ resource: String,
        for holder: String,
        _ term: Duration
    ) async throws -> Bool {
        try await WriteCondition.suspended {
            if try await takeFree(resource, for: holder, term) { return true }
            // A lease is deleted if it has ended, or if the clock was set back. The deletion waits
            // for a transaction that has checked this lease, but for no other.
            let now = clock.now()
            let ended = try await store.execute(
                """
                DELETE FROM recado_lease WHERE resource = \(resource)
                    AND (ends_at <= \(now) OR ends_at > \(now) + 2 * \(term.inMicroseconds))
                """
            )
            guard ended.count > 0 else { return false }
            return try await takeFree(resource, for: holder, term)
        }
    }

    /// Takes or extends the lease, unless the table has a row with another holder, even if that
    /// holder's term is over.
    private func takeFree(
        _ resource: String,
        for holder: String,
        _ term: Duration
    ) async throws -> Bool {
        let taken = try await store.execute(
            """
            INSERT INTO recado_lease (resource, holder, ends_at)
            VALUES (\(resource), \(holder), \(clock.now()) + \(term.inMicroseconds))
            ON CONFLICT (resource) DO UPDATE SET ends_at = excluded.ends_at
            WHERE recado_lease.holder = excluded.holder
            """
        )
        return taken.count == 1
    }

    /// Extends the lease of a resource, if the holder still has it.
    ///
    /// - Parameters:
    ///   - resource: The name of the resource.
    ///   - holder: The name with which the lease was taken.
    ///   - term: The time after which the lease ends unless it is extended.
    /// - Returns: True if the holder still has the lease.
    /// - Throws: `StoreError` when the database fails.
    public func keep(
        _ resource: String,
        for holder: String,
        _ term: Duration
    ) async throws -> Bool {
        try await WriteCondition.suspended {
            let kept = try await store.execute(
                """
                UPDATE recado_lease SET ends_at = \(clock.now()) + \(term.inMicroseconds)
                WHERE resource = \(resource) AND holder = \(holder)
                """
            )
            return kept.count == 1
        }
    }

    /// Ends the lease of a resource, if the holder still has it.
    ///
    /// - Parameters:
    ///   - resource: The name of the resource.
    ///   - holder: The name with which the lease was taken.
    public func release(_ resource: String, from holder: String) async {
        // If this fails, the lease ends when its term is over.
        _ = try? await WriteCondition.suspended {
            try await store.execute(
                "DELETE FROM recado_lease WHERE resource = \(resource) AND holder = \(holder)"
            )
        }
    }

    /// Runs a change whose transactions write only while the holder has the lease.
    ///
    /// The lease is lost when another holder has taken the resource or an ended lease was swept.
    /// Each transaction first checks the lease, and nobody else can take the resource until the
    /// transaction has ended. A server that was suspended for longer than its lease can therefore
    /// not overwrite the next holder's changes. This applies only to transactions of the same
    /// `SQLiteStore` or `PostgreSQLStore`.
    ///
    /// - Parameters:
    ///   - resource: The name of the resource.
    ///   - holder: The name with which the lease was taken.
    ///   - body: Changes the resource.
    /// - Returns: The body's result.
    /// - Throws: The body's error; transactions throw `leaseLost`.
    public func guarding<Value, Failure: Error>(
        _ resource: String,
        for holder: String,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let found: Statement =
            "SELECT 1 FROM recado_lease WHERE resource = \(resource) AND holder = \(holder)"
        let message = "the lease under which this was to be written has ended"
        return try await WriteCondition.holding(
            store.dialect == .sqlite ? found : "\(found) FOR KEY SHARE",
            in: store,
            else: StoreError(.leaseLost, message),
            body
        )
    }

    /// Deletes leases whose term is over; call this now and then, on one server.
    ///
    /// - Returns: The number of deleted leases.
    /// - Throws: `StoreError` when the database fails.
    @discardableResult
    public func sweep() async throws(StoreError) -> Int {
        try await store.execute("DELETE FROM recado_lease WHERE ends_at <= \(clock.now())").count
    }
}
