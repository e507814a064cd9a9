// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One row of a result, which can be read until the closure that receives it returns.
///
/// ```swift
/// let title: String = try row["title"]
/// let owner: String? = try row[2]
/// ```
///
/// Reading by position is a direct access; reading by name looks up the position in a table that is
/// built once per statement, not once per row.
public struct Row: ~Copyable {
    private let source: any RowSource

    package init(_ source: any RowSource) {
        self.source = source
    }

    /// The number of columns.
    public var count: Int { source.columnCount }

    /// Reads the value of a column, by its position from zero.
    ///
    /// - Parameter column: The position.
    /// - Throws: A ``StoreError`` of code `decoding` when there is no such column, or when its
    ///   value does not fit the type asked for.
    @inlinable
    public subscript<Value: SQLConvertible>(column: Int) -> Value {
        get throws(StoreError) {
            let stored = try stored(at: column)
            guard let value = Value(sqlValue: stored) else {
                throw misfit(stored, "column \(column)", Value.self)
            }
            return value
        }
    }

    /// Reads the value of a column, by its name.
    ///
    /// - Parameter name: The column's name in the result; of several equal names, the first is
    ///   read.
    /// - Throws: A ``StoreError`` of code `decoding` when there is no such column, or when its
    ///   value does not fit the type asked for.
    @inlinable
    public subscript<Value: SQLConvertible>(name: String) -> Value {
        get throws(StoreError) {
            let stored = try stored(named: name)
            guard let value = Value(sqlValue: stored) else {
                throw misfit(stored, name, Value.self)
            }
            return value
        }
    }

    /// Returns the value of the first column; `nil` if it is NULL and the type is not optional.
    @inlinable
    func firstValue<Value: SQLConvertible>(as type: Value.Type) throws(StoreError) -> Value? {
        let stored = try stored(at: 0)
        if let value = Value(sqlValue: stored) { return value }
        guard case .null = stored else { throw misfit(stored, "column 0", Value.self) }
        return nil
    }

    // The generic code above is inlinable, so that the compiler specializes it for the types that
    // callers read: looking the types up at run time took longer than the reading itself. The code
    // below is not generic, so it stays in this module.

    @usableFromInline
    func stored(at column: Int) throws(StoreError) -> SQLValue {
        guard column >= 0, column < source.columnCount else {
            throw StoreError(
                .decoding,
                "the row has \(source.columnCount) columns, none at \(column)",
                sql: source.sql
            )
        }
        return source.value(at: column)
    }

    @usableFromInline
    func stored(named name: String) throws(StoreError) -> SQLValue {
        guard let column = source.column(named: name) else {
            throw StoreError(
                .decoding,
                "the row has no column named \"\(name)\"",
                sql: source.sql
            )
        }
        return source.value(at: column)
    }

    @usableFromInline
    func misfit(_ stored: SQLValue, _ name: String, _ type: Any.Type) -> StoreError {
        StoreError(.decoding, "\(name) holds \(stored.kind) that is no \(type)", sql: source.sql)
    }
}

// A row may be used only on the thread of its connection.
@available(*, unavailable)
extension Row: Sendable {}
