// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A database in which services keep what they must not lose.
///
/// ```swift
/// let count = try await store.read { try $0.value("SELECT count(*) FROM film", as: Int.self) }
/// try await store.write { try $0.execute("INSERT INTO film (title) VALUES (\(title))") }
/// ```
///
/// The closures are synchronous on purpose. A transaction holds a lock or a connection that others
/// wait for, and a closure that could suspend would hold it for as long as the awaited work takes.
/// Each connection has a thread of its own, so a closure that takes long occupies no thread that
/// others need. Reads that have been short so far may run on a server's loop, until one of them
/// takes long. A closure must not wait for another call of the same store.
///
/// A closure must only read and write through its transaction, because it **may run more than
/// once**: when the database asks that a transaction be tried again, when the closure takes too
/// long for the thread of the caller, and, if it reads, to find out its first statement, which
/// throws `cancelled` then. An earlier run leaves nothing behind.
///
/// A statement that fails spoils its transaction. On SQLite, which undoes that statement alone, a
/// closure that catches the error may still read and write. PostgreSQL refuses further statements,
/// and the call throws the error even if the closure returns. A closure for both does not catch it.
public protocol Store: Sendable {
    /// The dialect that statements must be written in.
    var dialect: Dialect { get }

    /// Runs a closure that reads, in one snapshot of the database.
    ///
    /// - Parameter body: Reads, and returns the values of interest; a statement that writes fails.
    /// - Returns: The result of the closure.
    /// - Throws: The closure's failure or the store's.
    func read<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value

    /// Runs a closure that writes, alone, and keeps what it wrote only if it returns.
    ///
    /// When this returns the changes are committed, and survive as long as the store promises.
    ///
    /// - Parameter body: Reads and writes; an error that it throws rolls everything back.
    /// - Returns: The result of the closure.
    /// - Throws: The closure's failure or the store's.
    @discardableResult
    func write<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value

    /// Runs one statement as a transaction of its own, over a network in one round trip.
    ///
    /// - Parameter statement: The statement.
    /// - Returns: The changes that it made.
    /// - Throws: The store's error.
    @discardableResult
    func execute(_ statement: Statement) async throws(StoreError) -> Changes

    /// Runs one statement as a transaction of its own, over a network in one round trip, and reads
    /// the rows that it gives.
    ///
    /// ```swift
    /// let numbers = try await store.execute(
    ///     "INSERT INTO score (name) VALUES (\(name)) RETURNING id"
    /// ) { row in try row[0] as Int }
    /// ```
    ///
    /// On PostgreSQL the statements of many callers are committed together, which makes room for
    /// several times as many. An error of the closure undoes nothing there.
    ///
    /// - Parameters:
    ///   - statement: The statement, such as `INSERT … RETURNING`.
    ///   - read: Makes a value of a row.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The store's error; `undeclaredError` for an error of the closure.
    func execute<Value: Sendable>(
        _ statement: Statement,
        _ read: @escaping @Sendable (borrowing Row) throws -> Value
    ) async throws(StoreError) -> [Value]

    /// Brings the schema up to date: applies the migrations that the database has not had.
    ///
    /// - Parameter migrations: Every migration there ever was, in order.
    /// - Returns: The names of those that were applied now.
    /// - Throws: A ``StoreError``: `migrationChanged` when one was edited after it was applied,
    ///   `schemaNewer` when the database has had one that the program does not know and that is not
    ///   ``Migration/backwardCompatible()``, or the error of a statement in a migration; the
    ///   migrations before it remain applied.
    @discardableResult
    func migrate(_ migrations: [Migration]) async throws(StoreError) -> [String]

    /// The same store, whose reads may see the database as it was some time ago.
    ///
    /// They may then be answered by a standby (`PostgreSQLStore.Options.replicaAddress`), which
    /// relieves the server that all writes need.
    ///
    /// ```swift
    /// let titles = try await store.allowing(staleness: .seconds(5)).read { transaction in
    ///     try transaction.all("SELECT title FROM film ORDER BY title") { try $0[0] as String }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - staleness: The greatest age of the data that is read.
    ///   - position: A position that the data has to include, such as that of a client's last
    ///     write; `nil` for none.
    /// - Returns: A store; this one, if its data is never older.
    func allowing(staleness: Duration, after position: LogPosition?) -> any Store

    /// Finds the position that the database has reached, after everything that was written before.
    ///
    /// - Returns: The position; `nil` for a store whose data is never old.
    /// - Throws: The store's error.
    func logPosition() async throws(StoreError) -> LogPosition?

    /// Finishes the calls made so far, refuses later ones and releases everything.
    func close() async
}

extension Store {
    /// The same store, because its data is never older.
    ///
    /// - Parameters:
    ///   - staleness: The greatest age of the data that is read.
    ///   - position: A position that the data has to include.
    /// - Returns: This store.
    public func allowing(staleness: Duration, after position: LogPosition?) -> any Store { self }

    /// No position, because the data that is read is never old.
    ///
    /// - Returns: `nil`.
    public func logPosition() async throws(StoreError) -> LogPosition? { nil }

    /// The same store, whose reads may see the database as it was some time ago.
    ///
    /// - Parameter staleness: The greatest age of the data that is read.
    /// - Returns: A store; this one, if its data is never older.
    public func allowing(staleness: Duration) -> any Store {
        allowing(staleness: staleness, after: nil)
    }
}

extension Store {
    /// The identity of the underlying store, even if this one allows for older data.
    package var identifier: ObjectIdentifier {
        ObjectIdentifier(allowing(staleness: .zero) as AnyObject)
    }
}

extension Store {
    /// Runs a closure that reads and has no failure of its own.
    ///
    /// - Parameter body: Reads, and returns the values of interest; a statement that writes fails.
    /// - Returns: The result of the closure.
    /// - Throws: The store's error; an error of any other type becomes `undeclaredError`.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction<Never>) throws -> Value
    ) async throws(StoreError) -> Value {
        do throws(TransactionError<Never>) {
            return try await read { transaction throws(TransactionError<Never>) in
                do {
                    return try body(transaction)
                } catch {
                    throw TransactionError<Never>(wrapping: error)
                }
            }
        } catch {
            throw error.storeError
        }
    }

    /// Runs one statement as a transaction of its own, over a network in one round trip.
    ///
    /// - Parameter statement: The statement.
    /// - Returns: The changes that it made.
    /// - Throws: The store's error.
    @discardableResult
    public func execute(_ statement: Statement) async throws(StoreError) -> Changes {
        try await write { transaction in
            transaction.nextIsLast()
            return try transaction.execute(statement)
        }
    }

    /// Runs one statement as a transaction of its own, over a network in one round trip, and reads
    /// the rows that it gives.
    ///
    /// - Parameters:
    ///   - statement: The statement, such as `INSERT … RETURNING`.
    ///   - read: Makes a value of a row.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The store's error; `undeclaredError` for an error of the closure.
    public func execute<Value: Sendable>(
        _ statement: Statement,
        _ read: @escaping @Sendable (borrowing Row) throws -> Value
    ) async throws(StoreError) -> [Value] {
        try await write { transaction in
            transaction.nextIsLast()
            return try transaction.all(statement, read)
        }
    }

    /// Runs a closure that writes and has no failure of its own.
    ///
    /// - Parameter body: Reads and writes; an error that it throws rolls everything back.
    /// - Returns: The result of the closure.
    /// - Throws: The store's error; an error of any other type becomes `undeclaredError`.
    @discardableResult
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction<Never>) throws -> Value
    ) async throws(StoreError) -> Value {
        do throws(TransactionError<Never>) {
            return try await write { transaction throws(TransactionError<Never>) in
                do {
                    return try body(transaction)
                } catch {
                    throw TransactionError<Never>(wrapping: error)
                }
            }
        } catch {
            throw error.storeError
        }
    }
}
