// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoStore
import Synchronization

/// A store in a PostgreSQL database, for services with several processes or machines.
///
/// ```swift
/// let store = try await PostgreSQLStore.open("postgresql://recado@db.example/videoclub")
/// try await store.migrate(migrations)
/// try await store.write { try $0.execute("INSERT INTO film (title) VALUES (\(title))") }
/// await store.close()
/// ```
///
/// A pool of connections serves the calls in order. Each connection has a thread on which the
/// closures run. When many reads of a single statement are made at the same time, they share one
/// connection. To find the statement of a read, the store first runs the closure on the caller's
/// thread, up to the first statement. While no connection is idle, or while some statements count
/// as slow, every closure that reads is first run in this way. While reads wait for a connection, a
/// read that takes more than 250 ms is interrupted. It starts again as a slow read; only a limited
/// number of slow reads run at a time.
///
/// Transactions are **serializable**, as on SQLite: they have the same result as if they had run
/// one after the other in some order. When the server finds no such order, it rolls one of the
/// transactions back, and the store **runs its closure again**, up to a hundred times
/// (``Options/attempts``). Transactions that are run again take turns.
///
/// A call that is cancelled is rolled back unless its commit was already sent. If a connection ends
/// during the commit, the outcome is unknown, and the call throws `commitUnknown`.
public final class PostgreSQLStore: Store, StoreNotifications {
    private let pool: Pool
    private let listener: Listener
    /// A store that connects to the server directly; `nil` unless this one connects to a pooler.
    private let direct: PostgreSQLStore?
    /// The standbys that answer reads; `nil` if the options name none.
    let replica: Replica?
    /// The connection that several reads share; `nil` if the options allow none.
    private let pipeline: ReadPipeline?
    /// The connection on which writes are committed together; `nil` if the options allow none.
    private let groups: GroupCommit?

    private init(
        pool: Pool,
        direct: PostgreSQLStore?,
        replica: Replica?
    ) throws(StoreError) {
        (self.pool, self.direct, self.replica) = (pool, direct, replica)
        pipeline = try ReadPipeline(beside: pool)
        groups = try GroupCommit(beside: pool)
        listener = Listener(pool.address, pool.options)
    }

    deinit {
        pool.stop()
        listener.stop()
        replica?.stop()
        pipeline?.shared.stop()
        groups?.shared.stop()
    }

    /// Always `postgreSQL`.
    public var dialect: Dialect { .postgreSQL }

    /// Counters of the work that the store has done so far.
    public var statistics: Statistics { pool.statistics.withLock { $0 } }

    // MARK: - Opening

    /// Opens a database and connects to it.
    ///
    /// If the server is starting or has no connection left, the store tries again until
    /// ``Options/acquisitionTimeout`` has passed.
    ///
    /// Passwords are best kept out of the address: libpq also reads them from `PGPASSWORD` and
    /// `~/.pgpass`. Error messages never show more of the address than host, port, user and
    /// database.
    ///
    /// - Parameters:
    ///   - address: A `postgresql://` URL, or keywords and values such as `host=/tmp dbname=club`,
    ///     as libpq takes them. A server on another machine must prove its name with a certificate
    ///     (`sslmode=verify-full`), unless the address or `PGSSLMODE` says otherwise.
    ///   - options: The options for opening it.
    /// - Returns: An open store.
    /// - Throws: A `StoreError`: `cannotOpen` if the server is unreachable or refuses the
    ///   connection, and if a pooler loses notifications, as PgBouncer does in transaction mode
    ///   unless ``Options/directAddress`` is set.
    public static func open(
        _ address: String,
        options: Options = Options()
    ) async throws(StoreError) -> PostgreSQLStore {
        let place = try ServerAddress(address, options: options)
        let pool = try Pool(place, options, beside: options.sharedConnections)
        var direct: PostgreSQLStore?
        do throws(StoreError) {
            let replica = try Replica(of: pool, options)
            let isPooled = try await connect(pool)
            direct = try await openDirectly(options)
            let store = try PostgreSQLStore(pool: pool, direct: direct, replica: replica)
            if isPooled, direct == nil, try await store.losesNotifications() {
                throw lostNotifications
            }
            return store
        } catch {
            await direct?.close()
            await pool.close()
            // Either error shows that a pooler lends its connections to several clients: this
            // store's prepared statement is missing, or another client has used its name.
            let isShared = ["26000", "42P05"].contains(error.sqlState)
            throw isShared ? lostNotifications : error
        }
    }

    /// Connects for the first time, and tries again if the server may accept a connection soon.
    ///
    /// - Returns: True if the connection leads to a pooler.
    private static func connect(_ pool: Pool) async throws(StoreError) -> Bool {
        let end = ContinuousClock.now + pool.options.acquisitionTimeout
        while true {
            do throws(StoreError) {
                return try await pool.isPooled()
            } catch {
                let isWorthIt = error.mayLetInSoon && ContinuousClock.now < end
                guard isWorthIt, (try? await Task.sleep(for: .milliseconds(250))) != nil else {
                    throw error
                }
            }
        }
    }

    private static var lostNotifications: StoreError {
        StoreError(
            .cannotOpen,
            "notifications are lost in a pooler before the server, such as PgBouncer in "
                + "transaction mode; expected the server's own address, too"
        )
    }

    /// Opens a store for the calls that a pooler does not support; returns `nil` without a pooler.
    private static func openDirectly(
        _ options: Options
    ) async throws(StoreError) -> PostgreSQLStore? {
        guard let address = options.directAddress else { return nil }
        var options = options
        (options.directAddress, options.replicaAddress) = (nil, nil)
        options.minimumConnections = 0
        return try await open(address, options: options)
    }

    /// Returns the parts of an address that may be shown: user, host, port and database.
    ///
    /// - Parameter address: An address as ``open(_:options:)`` takes it.
    /// - Returns: A URL without password and options; `postgresql://` if the address is malformed.
    public static func redacted(_ address: String) -> String {
        ServerAddress.redacted(address)
    }

    // MARK: - Transactions

    /// Runs a closure that reads, in one snapshot of the database.
    ///
    /// - Parameter body: Reads, and returns the values of interest; a statement that writes fails.
    ///   It may be run more than once.
    /// - Returns: The result of the closure.
    /// - Throws: The closure's failure or the store's.
    public func read<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        let isCrowded = pipeline?.shared.begin() ?? false
        defer { pipeline?.shared.end() }
        if isCrowded, let value = try await pipeline?.read(body) { return value }
        let first = pool.first(of: body)
        return try await pool.submit(.read, first: first) {
            session throws(TransactionError<Failure>) in
            try body(Transaction(session))
        }
    }

    /// Returns the same store, but with reads that a standby may answer if its data is recent
    /// enough.
    ///
    /// The position of the primary is read only twice a second, so a standby is rarely used
    /// if the staleness is less than one second.
    ///
    /// - Parameters:
    ///   - staleness: The greatest age of the data that is read.
    ///   - position: A position that the data must include; `nil` for none.
    /// - Returns: The store for such reads; `self` if ``Options/replicaAddress`` is `nil` or the
    ///   staleness is zero.
    public func allowing(staleness: Duration, after position: LogPosition?) -> any Store {
        replica == nil || staleness <= .zero ? self : TolerantStore(self, staleness, position)
    }

    /// Asks the server for the current end of its write-ahead log, in one round trip.
    ///
    /// - Returns: The position; `nil` without ``Options/replicaAddress``.
    /// - Throws: The error of the server or the connection.
    public func logPosition() async throws(StoreError) -> LogPosition? {
        guard replica != nil else { return nil }
        return try await pool.ask { connection throws(StoreError) in
            try ServerLogPosition.of(connection)?.position
        }
    }

    /// Runs a closure that reads and writes, in a transaction that is committed when the closure
    /// returns.
    ///
    /// - Parameter body: Reads and writes; if it throws, all its writes are rolled back. It may be
    ///   run more than once.
    /// - Returns: The result of the closure, once it is committed.
    /// - Throws: The closure's failure or the store's.
    @discardableResult
    public func write<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value {
        let conditions = WriteCondition.all(for: self)
        return try await pool.submit(.write) { session throws(TransactionError<Failure>) in
            let transaction = Transaction<Failure>(session)
            for condition in conditions { try condition.check(transaction) }
            return try body(transaction)
        }
    }

    /// Runs one statement as its own transaction, in one round trip.
    ///
    /// If several such calls are made at the same time, their statements are committed together, so
    /// that the server flushes its log only once. They then share one transaction, and so its time
    /// (`now()`), its local settings and its locks. Deferred constraints are checked for all of
    /// them together.
    ///
    /// - Parameter statement: The statement.
    /// - Returns: The changes that it made.
    /// - Throws: The store's error.
    @discardableResult
    public func execute(_ statement: Statement) async throws(StoreError) -> Changes {
        try await write(alone: statement) { try $0.execute(statement) }
    }

    /// Runs one statement as its own transaction, in one round trip, and reads the resulting rows.
    ///
    /// - Parameters:
    ///   - statement: The statement, such as `INSERT … RETURNING`.
    ///   - read: Creates a value from a row.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The store's error; if the closure throws, the statement is not undone.
    public func execute<Value: Sendable>(
        _ statement: Statement,
        _ read: @escaping @Sendable (borrowing Row) throws -> Value
    ) async throws(StoreError) -> [Value] {
        try await write(alone: statement) { try $0.all(statement, read) }
    }

    private func write<Value: Sendable>(
        alone statement: Statement,
        _ body: @escaping @Sendable (borrowing Transaction<Never>) throws -> Value
    ) async throws(StoreError) -> Value {
        let isCrowded = groups?.shared.begin() ?? false
        defer { groups?.shared.end() }
        // While a transaction is run again after a conflict, writes take turns instead of sharing
        // a commit.
        if isCrowded, !pool.collisions.isAny, WriteCondition.all(for: self).isEmpty,
            let value = try await groups?.write(statement, body)
        {
            return value
        }
        return try await write { transaction in
            transaction.nextIsLast()
            return try body(transaction)
        }
    }

    /// Brings the schema up to date by applying the migrations that the database has not recorded.
    ///
    /// Programs that start at the same time take turns. A migration may take any time, but waits
    /// for other transactions' locks no longer than any other statement.
    ///
    /// - Parameter migrations: All migrations since the first, in order.
    /// - Returns: The names of the migrations that this call applied.
    /// - Throws: A `StoreError`: `migrationChanged` if a migration was edited after it was applied;
    ///   `schemaNewer` if the database has recorded a migration that the program does not know and
    ///   that is not `backwardCompatible()`; `busy` if another program migrates for longer than a
    ///   minute; or the error of a statement in a migration, in which case the migrations before it
    ///   remain applied.
    @discardableResult
    public func migrate(_ migrations: [Migration]) async throws(StoreError) -> [String] {
        if let direct { return try await direct.migrate(migrations) }
        let history = try MigrationHistory(migrations)
        return try await pool.ask { connection throws(StoreError) in
            do {
                return try Migrator(connection, history).run()
            } catch {
                throw TransactionError<Never>(wrapping: error).storeError
            }
        }
    }

    /// Counts a read that a standby answered.
    func noteReplicaRead() { pool.note { $0.replicaReads += 1 } }

    // MARK: - Notifications

    /// Subscribes to a channel, with `LISTEN` on a connection that all subscribers share.
    ///
    /// If that connection is lost, it is opened again, and every subscriber receives a `gap`,
    /// because it may have missed notifications.
    ///
    /// - Parameter channel: The channel that senders notify.
    /// - Returns: The notifications from now on.
    /// - Throws: A `StoreError` when the server cannot be reached.
    public func notifications(
        on channel: Channel
    ) async throws(StoreError) -> NotificationSequence {
        try channel.check()
        return try await (direct ?? self).listener.subscribe(to: channel)
    }

    /// Sends a notification from the store to itself to test that notifications arrive.
    ///
    /// - Returns: True if it does not arrive, for example because a pooler has reassigned the
    ///   connection; false on a standby, which cannot send notifications.
    private func losesNotifications() async throws(StoreError) -> Bool {
        let channel: Channel = "recado_start"
        do throws(StoreError) {
            let told = try await notifications(on: channel)
            try await write { try $0.notify(channel, "") }
            return await withTaskGroup { group in
                group.addTask { await !told.contains { $0 == .message("") } }
                group.addTask {
                    try? await Task.sleep(for: .seconds(5))
                    return true
                }
                defer { group.cancelAll() }
                return await group.next() ?? true
            }
        } catch {
            guard error.sqlState == StoreError.readOnlyServer else { throw error }
            return false
        }
    }

    // MARK: - Ending

    /// Finishes the calls made so far, refuses later calls and closes every connection.
    public func close() async {
        // The shared connections close before the pool, because the pool runs the calls that they
        // give back.
        await pipeline?.shared.close()
        await groups?.shared.close()
        pool.stop()
        listener.stop()
        replica?.stop()
        await direct?.close()
        await replica?.close()
        await listener.close()
        await pool.close()
    }
}
