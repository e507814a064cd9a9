// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A transaction under way, passed to the closure that reads and writes in it.
///
/// If the closure throws, all that it wrote is rolled back. `Failure` is the type of the errors
/// that the closure may throw besides the store's own:
///
/// ```swift
/// try await store.write { transaction throws(TransactionError<RentFilm.Failure>) in
///     guard let film = try transaction.film(id) else { throw .failed(.noSuchFilm) }
///     guard film.owner == name else { throw .failed(.notOwner) }
///     try transaction.execute("UPDATE film SET rented = 1 WHERE id = \(id)")
/// }
/// ```
///
/// Queries that several closures need can be written as an extension:
///
/// ```swift
/// extension Transaction {
///     func film(_ id: Int) throws(Thrown) -> Film? {
///         try first("SELECT id, title, owner FROM film WHERE id = \(id)")
///     }
/// }
/// ```
///
/// A transaction cannot be copied or stored, so no statement can run after its end. For the same
/// reason, the store refuses `BEGIN`, `COMMIT` and `SAVEPOINT` inside it.
public struct Transaction<Failure: Error>: ~Copyable {
    /// The type of the errors that the methods throw.
    public typealias Thrown = TransactionError<Failure>

    private let session: any StoreSession

    package init(_ session: any StoreSession) {
        self.session = session
    }

    /// The dialect that statements must be written in.
    public var dialect: Dialect { session.dialect }

    // MARK: - Writing

    /// Runs a statement and ignores the rows that it may return.
    ///
    /// - Parameter statement: The statement.
    /// - Returns: The changes that it made.
    /// - Throws: The store's error.
    @discardableResult
    public func execute(_ statement: Statement) throws(Thrown) -> Changes {
        do throws(StoreError) {
            return try session.run(statement) { _ in true }
        } catch {
            throw .store(error)
        }
    }

    /// Announces that the next statement is the last, so that the store may commit the transaction
    /// along with it, which saves a round trip over a network.
    ///
    /// ```swift
    /// transaction.nextIsLast()
    /// try transaction.execute("UPDATE film SET seen = seen + 1 WHERE id = \(id)")
    /// ```
    ///
    /// If the closure throws after that statement, SQLite rolls the transaction back, but
    /// PostgreSQL has already committed it. A further statement throws `misuse`.
    public func nextIsLast() {
        session.nextIsLast()
    }

    /// Notifies the listeners on a channel, in all processes, once the transaction is committed.
    ///
    /// Nothing is sent if the transaction is rolled back. Several equal notifications of one
    /// transaction may arrive as one. See ``StoreNotifications``.
    ///
    /// - Parameters:
    ///   - channel: The channel that listeners subscribe to.
    ///   - payload: The message, of at most 7 999 bytes; empty by default. It should identify the
    ///     change, for example by a number, rather than contain it.
    /// - Throws: The store's error: `tooLarge` for a longer payload, `misuse` for a payload with a
    ///   NUL.
    public func notify(_ channel: Channel, _ payload: String = "") throws(Thrown) {
        do throws(StoreError) {
            guard payload.utf8.count < Channel.payloadLimit else {
                throw StoreError(
                    .tooLarge,
                    "a notification has \(payload.utf8.count) bytes; at most 7999 are allowed"
                )
            }
            guard !payload.utf8.contains(0) else {
                throw StoreError(.misuse, "a notification has a NUL")
            }
            try session.notify(channel, payload)
        } catch {
            throw .store(error)
        }
    }

    // MARK: - Reading

    /// Passes each row to a closure as the database produces it, without collecting the rows.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - body: Reads a row; an error that it throws ends the query and is rethrown.
    /// - Throws: The store's error or the closure's.
    @inlinable
    public func forEach(
        _ statement: Statement,
        _ body: (borrowing Row) throws -> Void
    ) throws(Thrown) {
        try run(statement) { row in
            try body(row)
            return true
        }
    }

    /// Passes rows to a closure until it returns `false`, without collecting the rows.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - body: Reads a row, and returns true if the next one is wanted.
    /// - Throws: The store's error or the closure's.
    public func scan(
        _ statement: Statement,
        while body: (borrowing Row) throws -> Bool
    ) throws(Thrown) {
        try run(statement, eachRow: body)
    }

    /// Reads every row.
    ///
    /// The result is held in memory, so a query over a table that grows needs a `LIMIT`.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - read: Creates a value from a row.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The store's error or the closure's.
    @inlinable
    public func all<Value>(
        _ statement: Statement,
        _ read: (borrowing Row) throws -> Value
    ) throws(Thrown) -> [Value] {
        var values: [Value] = []
        try run(statement) { row in
            values.append(try read(row))
            return true
        }
        return values
    }

    /// Reads every row as a value of a type that can be created from a row.
    ///
    /// The result is held in memory, so a query over a table that grows needs a `LIMIT`.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - type: The type of the values.
    /// - Returns: The values, in the order of the rows.
    /// - Throws: The store's error.
    @inlinable
    public func all<Value: RowDecodable>(
        _ statement: Statement,
        as type: Value.Type = Value.self
    ) throws(Thrown) -> [Value] {
        try all(statement) { row in try Value(row: row) }
    }

    /// Reads the first row.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - read: Creates a value from the row.
    /// - Returns: The value; `nil` when there is no row.
    /// - Throws: The store's error or the closure's.
    @inlinable
    public func first<Value>(
        _ statement: Statement,
        _ read: (borrowing Row) throws -> Value
    ) throws(Thrown) -> Value? {
        var value: Value?
        try run(statement) { row in
            value = try read(row)
            return false
        }
        return value
    }

    /// Reads the first row as a value of a type that can be created from a row.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - type: The type of the value.
    /// - Returns: The value; `nil` when there is no row.
    /// - Throws: The store's error.
    @inlinable
    public func first<Value: RowDecodable>(
        _ statement: Statement,
        as type: Value.Type = Value.self
    ) throws(Thrown) -> Value? {
        try first(statement) { row in try Value(row: row) }
    }

    /// Reads the first column of the first row, such as the result of `SELECT count(*)`.
    ///
    /// - Parameters:
    ///   - statement: The query.
    ///   - type: The type of the value.
    /// - Returns: The value; `nil` when there is no row, or the column is NULL. An optional type
    ///   tells these apart: NULL is `.some(nil)`.
    /// - Throws: The store's error.
    @inlinable
    public func value<Value: SQLConvertible>(
        _ statement: Statement,
        as type: Value.Type = Value.self
    ) throws(Thrown) -> Value? {
        try first(statement) { row in try row.firstValue(as: Value.self) } ?? nil
    }

    @usableFromInline
    func run(
        _ statement: Statement,
        eachRow: (borrowing Row) throws -> Bool
    ) throws(Thrown) {
        var thrown: (any Error)?
        do throws(StoreError) {
            _ = try session.run(statement) { source in
                do {
                    return try eachRow(Row(source))
                } catch {
                    thrown = error
                    return false
                }
            }
        } catch {
            throw .store(error)
        }
        if let thrown { throw TransactionError(wrapping: thrown) }
    }
}

// A transaction may be used only on the thread of its connection.
@available(*, unavailable)
extension Transaction: Sendable {}
