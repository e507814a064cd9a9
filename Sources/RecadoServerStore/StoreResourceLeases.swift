// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoServer
public import RecadoStore

/// Leases in a database, by which any number of servers change a resource one after another.
///
/// The database's clock decides, whatever the servers' clocks say. If that clock is put back,
/// nobody waits for longer than two terms.
public struct StoreResourceLeases: ResourceLeases {
    /// The migrations that its table needs; run them with those of the services.
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
    /// - Parameter store: The database, which has the table.
    public init(_ store: any Store) {
        self.init(store, clock: StoreClock(of: store))
    }

    /// Creates leases that use the given clock instead of the database's.
    package init(_ store: any Store, clock: StoreClock) {
        self.store = store
        self.clock = clock
    }

    /// Takes a resource for a time, or prolongs the lease, unless somebody else has it.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder that takes it, which no other holder has.
    ///   - term: The time after which the resource is free again if it is not given back.
    /// - Returns: True if the holder has it now.
    /// - Throws: `StoreError` when the database cannot be asked.
    public func take(
        _ resource: String,
        for holder: String,
        _ term: Duration
    ) async throws -> Bool {
        try await WriteCondition.suspended {
            if try await takeFree(resource, for: holder, term) { return true }
            // This waits for a transaction that checks a lease which has ended, and for no other.
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

    /// Takes a resource if nobody has it.
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

    /// Keeps a resource for longer, if the holder still has it.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder that has taken it.
    ///   - term: The time after which the resource is free again if it is not given back.
    /// - Returns: True if the holder still has it.
    /// - Throws: `StoreError` when the database cannot be asked.
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

    /// Gives a resource back, if the holder still has it.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder that has taken it.
    public func release(_ resource: String, from holder: String) async {
        // If this fails, the lease ends by itself.
        _ = try? await WriteCondition.suspended {
            try await store.execute(
                "DELETE FROM recado_lease WHERE resource = \(resource) AND holder = \(holder)"
            )
        }
    }

    /// Carries out a change whose transactions write nothing once the lease is lost, because
    /// another holder has taken the resource or the ended lease was swept.
    ///
    /// Each transaction begins by checking the lease, and nobody else takes the resource until the
    /// transaction has ended. So a server that was suspended for longer than its lease cannot
    /// overwrite the changes of the next holder. This applies only to transactions of the same
    /// `SQLiteStore` or `PostgreSQLStore`.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder that has taken it.
    ///   - body: Changes it.
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

    /// Forgets leases that were not given back; to be called now and then, by one server.
    ///
    /// - Returns: The number of leases that were forgotten.
    /// - Throws: `StoreError` when the database cannot be asked.
    @discardableResult
    public func sweep() async throws(StoreError) -> Int {
        try await store.execute("DELETE FROM recado_lease WHERE ends_at <= \(clock.now())").count
    }
}
