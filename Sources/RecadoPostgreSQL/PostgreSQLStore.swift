// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoStore
import Synchronization

/// A store in a PostgreSQL database, for services of several processes or machines.
///
/// ```swift
/// let store = try await PostgreSQLStore.open("postgresql://recado@db.example/videoclub")
/// try await store.migrate(migrations)
/// try await store.write { try $0.execute("INSERT INTO film (title) VALUES (\(title))") }
/// await store.close()
/// ```
///
/// A pool of connections serves the calls in their order. Each connection has a thread, on which it
/// is driven without blocking and on which the closures run. When many reads of one statement each
/// are made at a time, they share a connection: such a closure is begun once on the caller's
/// thread, to find out its statement. The same is done for other reads while reads wait: a read
/// that takes more than 250 ms then makes room for them, and begins anew as one of few slow reads.
///
/// Transactions are **serializable**: their result is one that they could have had if they had run
/// one after the other in some order, as on SQLite. When the server finds no such order for two of
/// them, one is rolled back and its closure is **run again**, alone among those that collided, up
/// to a hundred times (``Options/attempts``).
///
/// A call that is cancelled is rolled back, whether it waits, reads or writes, until its commit is
/// sent. If a connection ends during the commit, the outcome is unknown: the call throws
/// `commitUnknown`.
public final class PostgreSQLStore: Store, StoreNotifications {
    private let pool: Pool
    private let listener: Listener
    /// A store that connects to the server itself, if this one connects to a pooler.
    private let direct: PostgreSQLStore?
    /// The standbys that answer reads, if there are any.
    let replica: Replica?
    /// The connection that several reads share, if there may be one.
    private let pipeline: ReadPipeline?
    /// The connection on which writes are committed together, if there may be one.
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

    /// Counts of the work that the store has done so far.
    public var statistics: Statistics { pool.statistics.withLock { $0 } }

    // MARK: - Opening

    /// Opens a database and makes a first connection to it.
    ///
    /// A server that is starting, or has no connection left, is asked again for as long as a call
    /// may wait for a connection (``Options/acquisitionTimeout``).
    ///
    /// Passwords are best kept out of the address: libpq also finds them in `PGPASSWORD` and in
    /// `~/.pgpass`. Only the host, port, user and database of the address are ever shown.
    ///
    /// - Parameters:
    ///   - address: A `postgresql://` URL, or words and values as in `host=/tmp dbname=club`, as
    ///     libpq takes them. A server on another machine must prove its name by a certificate
    ///     (`sslmode=verify-full`), unless the address or `PGSSLMODE` asks for less.
    ///   - options: The options for opening it.
    /// - Returns: An open store.
    /// - Throws: A `StoreError`: `cannotOpen` when the server is away or refuses the connection,
    ///   and when notifications are lost behind a pooler, as they are behind PgBouncer in
    ///   transaction mode unless ``Options/directAddress`` is given.
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
            if isPooled, direct == nil, try await store.isDeaf() { throw losesNotifications }
            return store
        } catch {
            await direct?.close()
            await pool.close()
            // Behind a pooler, a new connection may have the prepared statements of other clients,
            // or not those that the store has prepared.
            let isShared = ["26000", "42P05"].contains(error.sqlState)
            throw isShared ? losesNotifications : error
        }
    }

    /// Makes a first connection, and tries again if the server may accept one soon.
    ///
    /// - Returns: True if a pooler has answered.
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

    private static var losesNotifications: StoreError {
        StoreError(
            .cannotOpen,
            "notifications are lost in a pooler before the server, such as PgBouncer in "
                + "transaction mode; expected the server's own address, too"
        )
    }

    /// Opens the store for the calls that a pooler does not support, if there is a pooler.
    private static func openDirectly(
        _ options: Options
    ) async throws(StoreError) -> PostgreSQLStore? {
        guard let address = options.directAddress else { return nil }
        var options = options
        (options.directAddress, options.replicaAddress) = (nil, nil)
        options.minimumConnections = 0
        return try await open(address, options: options)
    }

    /// The parts of an address that may be shown: user, host, port and database.
    ///
    /// - Parameter address: An address as ``open(_:options:)`` takes it.
    /// - Returns: A URL without password and options; `postgresql://` for a malformed address.
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

    /// The same store, whose reads may be answered by a standby with data of at most some age.
    ///
    /// The position of the server is asked twice a second, so below one second a standby is rarely
    /// used.
    ///
    /// - Parameters:
    ///   - staleness: The greatest age of the data that is read.
    ///   - position: A position that the data has to include; `nil` for none.
    /// - Returns: The other store; this one if ``Options/replicaAddress`` is `nil`, or if the
    ///   staleness is zero.
    public func allowing(staleness: Duration, after position: LogPosition?) -> any Store {
        replica == nil || staleness <= .zero ? self : TolerantStore(self, staleness, position)
    }

    /// Asks the server for the position that its log has come to, in one round trip.
    ///
    /// - Returns: The position; `nil` without ``Options/replicaAddress``.
    /// - Throws: The error of the server or the connection.
    public func logPosition() async throws(StoreError) -> LogPosition? {
        guard replica != nil else { return nil }
        return try await pool.ask { connection throws(StoreError) in
            try LogPlace.of(connection)?.position
        }
    }

    /// Runs a closure that writes, as if alone, and keeps what it wrote only if it returns.
    ///
    /// - Parameter body: Reads and writes; an error that it throws rolls everything back. It may be
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

    /// Runs one statement as a transaction of its own, in one round trip.
    ///
    /// Statements of several such calls at a time are committed together: the server flushes its
    /// log once for all. They then share one transaction, with its time (`now()`), local settings
    /// and locks, and deferred constraints are checked for all of them.
    ///
    /// - Parameter statement: The statement.
    /// - Returns: The changes that it made.
    /// - Throws: The store's error.
    @discardableResult
    public func execute(_ statement: Statement) async throws(StoreError) -> Changes {
        try await write(alone: statement) { try $0.execute(statement) }
    }

    /// Runs one statement as a transaction of its own, in one round trip, and reads the rows that
    /// it gives.
    ///
    /// - Parameters:
    ///   - statement: The statement, such as `INSERT … RETURNING`.
    ///   - read: Makes a value of a row.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The store's error; an error of the closure undoes nothing.
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
        // A transaction that is run again takes precedence over groups.
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

    /// Brings the schema up to date: applies the migrations that the database has not had.
    ///
    /// Programs that start at once take turns. A migration may take any time, but waits for locks
    /// of other transactions no longer than any statement does.
    ///
    /// - Parameter migrations: Every migration there ever was, in order.
    /// - Returns: The names of those that were applied now.
    /// - Throws: A `StoreError`: `migrationChanged` when one was edited after it was applied,
    ///   `schemaNewer` when the database has had one that the program does not know and that is not
    ///   `backwardCompatible()`, `busy` when another program migrates for longer than a minute, or
    ///   the error of a statement in a migration; the migrations before it remain applied.
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

    /// Subscribes to a channel, by `LISTEN` on a connection that all subscribers share.
    ///
    /// When that connection is lost it is made anew, and every subscriber gets a gap.
    ///
    /// - Parameter channel: The name that senders use.
    /// - Returns: The notifications from now on.
    /// - Throws: A `StoreError` when the server cannot be reached.
    public func notifications(
        on channel: Channel
    ) async throws(StoreError) -> NotificationSequence {
        try channel.check()
        return try await (direct ?? self).listener.subscribe(to: channel)
    }

    /// Sends a notification from the store to itself to find out whether it arrives.
    ///
    /// - Returns: True if it does not arrive, as when a pooler takes the connection away in
    ///   between; false on a standby, which sends no notifications and so cannot be tested.
    private func isDeaf() async throws(StoreError) -> Bool {
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

    /// Finishes the calls made so far, refuses later ones and closes every connection.
    public func close() async {
        // The shared connections close before the pool, which takes the calls that they give back.
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
