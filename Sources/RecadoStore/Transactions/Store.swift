// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A database that services use for durable data.
///
/// ```swift
/// let count = try await store.read { try $0.value("SELECT count(*) FROM film", as: Int.self) }
/// try await store.write { try $0.execute("INSERT INTO film (title) VALUES (\(title))") }
/// ```
///
/// The closures are synchronous on purpose. A transaction holds a lock or a connection that other
/// calls wait for. A closure that could suspend would hold it even while it waits for unrelated
/// work. Each connection has a thread of its own, so a slow closure blocks no thread that others
/// need. A server's event loop may run a read itself if earlier reads of its kind were short; if
/// the read then takes too long, it is stopped, and run again on a thread of the store. A closure
/// must not wait for another call of the same store.
///
/// A closure must only read and write through its transaction, because it **may run more than
/// once**: when the database asks for a retry, and when a read takes so long that it is stopped to
/// make room for others. A closure that reads may also be run only to learn its first statement;
/// that statement then throws `cancelled`. Nothing that an earlier run wrote is kept.
///
/// A statement that fails spoils its transaction. SQLite undoes only that statement, so a closure
/// that catches the error may continue to read and write. PostgreSQL refuses further statements,
/// and the call throws the error even if the closure returns. A closure that is to run on both must
/// therefore not catch the error.
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

    /// Runs a closure that reads and writes, in a transaction that is committed when the closure
    /// returns.
    ///
    /// When this method returns, the changes are committed and as durable as the store promises.
    ///
    /// - Parameter body: Reads and writes; if it throws, all its writes are rolled back.
    /// - Returns: The result of the closure.
    /// - Throws: The closure's failure or the store's.
    @discardableResult
    func write<Value: Sendable, Failure: Error>(
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) async throws(TransactionError<Failure>) -> Value

    /// Runs one statement as its own transaction, which takes a single round trip over a network.
    ///
    /// - Parameter statement: The statement.
    /// - Returns: The changes that it made.
    /// - Throws: The store's error.
    @discardableResult
    func execute(_ statement: Statement) async throws(StoreError) -> Changes

    /// Runs one statement as its own transaction, in a single round trip over a network, and reads
    /// the resulting rows.
    ///
    /// ```swift
    /// let numbers = try await store.execute(
    ///     "INSERT INTO score (name) VALUES (\(name)) RETURNING id"
    /// ) { row in try row[0] as Int }
    /// ```
    ///
    /// PostgreSQL commits the statements of many callers together, which raises the throughput
    /// several times. On PostgreSQL, the statement is not undone if the closure throws.
    ///
    /// - Parameters:
    ///   - statement: The statement, such as `INSERT … RETURNING`.
    ///   - read: Creates a value from a row.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The store's error; `undeclaredError` for an error of the closure.
    func execute<Value: Sendable>(
        _ statement: Statement,
        _ read: @escaping @Sendable (borrowing Row) throws -> Value
    ) async throws(StoreError) -> [Value]

    /// Brings the schema up to date by applying the migrations that the database has not recorded.
    ///
    /// - Parameter migrations: All migrations since the first, in order.
    /// - Returns: The names of the migrations that this call applied.
    /// - Throws: A ``StoreError``: `migrationChanged` if a migration was edited after it was
    ///   applied; `schemaNewer` if the database has recorded a migration that the program does not
    ///   know and that is not ``Migration/backwardCompatible()``; or the error of a statement in a
    ///   migration, in which case the migrations before it remain applied.
    @discardableResult
    func migrate(_ migrations: [Migration]) async throws(StoreError) -> [String]

    /// Returns the same store, but with reads that may see an earlier state of the database.
    ///
    /// A standby may then answer the reads (`PostgreSQLStore.Options.replicaAddress`), which
    /// relieves the primary server.
    ///
    /// ```swift
    /// let titles = try await store.allowing(staleness: .seconds(5)).read { transaction in
    ///     try transaction.all("SELECT title FROM film ORDER BY title") { try $0[0] as String }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - staleness: The greatest age of the data that is read.
    ///   - position: A position that the data must include, such as that of a client's last write;
    ///     `nil` for none.
    /// - Returns: The store for such reads; `self` if its data is always current.
    func allowing(staleness: Duration, after position: LogPosition?) -> any Store

    /// Returns the log position that the database has reached; it covers all committed writes.
    ///
    /// - Returns: The position; `nil` for a store whose data is always current.
    /// - Throws: The store's error.
    func logPosition() async throws(StoreError) -> LogPosition?

    /// Finishes the calls made so far, refuses later calls and releases all resources.
    func close() async
}

extension Store {
    /// Returns the same store, because its data is always current.
    ///
    /// - Parameters:
    ///   - staleness: The greatest age of the data that is read.
    ///   - position: A position that the data must include.
    /// - Returns: This store.
    public func allowing(staleness: Duration, after position: LogPosition?) -> any Store { self }

    /// Returns no position, because the data that is read is always current.
    ///
    /// - Returns: `nil`.
    public func logPosition() async throws(StoreError) -> LogPosition? { nil }

    /// Returns the same store, but with reads that may see an earlier state of the database.
    ///
    /// - Parameter staleness: The greatest age of the data that is read.
    /// - Returns: The store for such reads; `self` if its data is always current.
    public func allowing(staleness: Duration) -> any Store {
        allowing(staleness: staleness, after: nil)
    }
}

extension Store {
    /// The identity of the underlying store, the same for all stores that `allowing` derives from
    /// it.
    package var identifier: ObjectIdentifier {
        ObjectIdentifier(allowing(staleness: .zero) as AnyObject)
    }
}

extension Store {
    /// Runs a closure that reads and declares no failure of its own.
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

    /// Runs one statement as its own transaction, which takes a single round trip over a network.
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

    /// Runs one statement as its own transaction, in a single round trip over a network, and reads
    /// the resulting rows.
    ///
    /// - Parameters:
    ///   - statement: The statement, such as `INSERT … RETURNING`.
    ///   - read: Creates a value from a row.
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

    /// Runs a closure that reads and writes and declares no failure of its own.
    ///
    /// - Parameter body: Reads and writes; if it throws, all its writes are rolled back.
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
