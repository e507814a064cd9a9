// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One SQL statement with the values bound to it.
///
/// A statement is written as a string literal. Interpolated values are **bound**, never pasted, so
/// that no value can become SQL:
///
/// ```swift
/// let statement: Statement = "SELECT id, title FROM film WHERE owner = \(name) AND id > \(last)"
/// statement.sql       // "SELECT id, title FROM film WHERE owner = ? AND id > ?"
/// ```
///
/// A string variable does not convert to a statement. Three interpolations change the text: another
/// statement; `\(identifier: name)`, which adds a quoted name; and `\(unsafeSQL: text)`, which
/// pastes text that must come from the program itself. `\(values: list)` binds a list, for `IN
/// (…)`.
///
/// A question mark in the literal itself, outside strings and quoted names, makes the statement
/// fail when it runs, because the number of parameters differs from the number of values.
public struct Statement: Sendable, Hashable {
    /// The text, with a question mark for each value.
    public private(set) var sql: String
    /// The values, in the order of their positions.
    public private(set) var values: [SQLValue]
    /// The offsets of the question marks of bound values, in the UTF-8 bytes of `sql`.
    private var places: [Int]

    /// Joins two statements, for example a query and a filter.
    ///
    /// - Parameters:
    ///   - one: The statement that comes first.
    ///   - other: The statement that follows; no space is added between them.
    /// - Returns: A statement with the text and values of both.
    public static func + (one: Statement, other: Statement) -> Statement {
        var sum = one
        sum += other
        return sum
    }

    /// Appends the text and the values of another statement.
    ///
    /// - Parameters:
    ///   - one: The statement to extend.
    ///   - other: The statement that follows; no space is added between them.
    public static func += (one: inout Statement, other: Statement) {
        let offset = one.sql.utf8.count
        one.sql += other.sql
        one.values += other.values
        for place in other.places { one.places.append(offset + place) }
    }

    /// Returns the same statement with other values.
    ///
    /// In this way, the text of a statement that runs for each of a million rows is built only
    /// once.
    ///
    /// - Parameter values: The values by position, as many as before; the database refuses any
    ///   other number.
    /// - Returns: A statement with the same text.
    public func rebound(to values: [SQLValue]) -> Statement {
        var statement = self
        statement.values = values
        return statement
    }

    /// Returns the text for a dialect: with `?` for SQLite; with `$1`, `$2` and so on for
    /// PostgreSQL.
    package func text(for dialect: Dialect) -> String {
        guard dialect == .postgreSQL, !places.isEmpty else { return sql }
        var text = ""
        var start = sql.utf8.startIndex
        for (number, place) in places.enumerated() {
            let mark = sql.utf8.index(sql.utf8.startIndex, offsetBy: place)
            text += sql[start..<mark]
            text += "$\(number + 1)"
            start = sql.utf8.index(after: mark)
        }
        text += sql[start...]
        return text
    }
}

// MARK: - Literals

extension Statement: ExpressibleByStringInterpolation {
    /// Creates a statement without values.
    ///
    /// - Parameter value: The text of the literal.
    public init(stringLiteral value: String) {
        self.init(sql: value, values: [], places: [])
    }

    /// Creates a statement from a literal with interpolations.
    ///
    /// - Parameter stringInterpolation: The pieces of the literal.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.statement
    }

    /// The pieces of a literal, collected into a statement.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var statement: Statement

        /// Creates an empty collection of pieces.
        ///
        /// - Parameters:
        ///   - literalCapacity: The expected size of the literal text.
        ///   - interpolationCount: The expected number of interpolations.
        public init(literalCapacity: Int, interpolationCount: Int) {
            statement = Statement(sql: "", values: [], places: [])
            statement.sql.reserveCapacity(literalCapacity + interpolationCount)
            statement.values.reserveCapacity(interpolationCount)
        }

        /// Adds text of the literal.
        ///
        /// - Parameter literal: The text.
        public mutating func appendLiteral(_ literal: String) {
            statement.sql += literal
        }

        /// Binds a value.
        ///
        /// - Parameter value: The value.
        public mutating func appendInterpolation(_ value: some SQLConvertible) {
            statement.places.append(statement.sql.utf8.count)
            statement.sql += "?"
            statement.values.append(value.sqlValue)
        }

        /// Binds an optional value: the wrapped value, or null.
        ///
        /// Without this method the compiler would warn of an interpolated optional.
        ///
        /// - Parameter value: The value; `nil` binds null, which `=` never matches.
        public mutating func appendInterpolation<Wrapped: SQLConvertible>(_ value: Wrapped?) {
            appendInterpolation(value.sqlValue)
        }

        /// Binds each value of a list and separates them with commas, for `IN (…)`.
        ///
        /// - Parameter values: The values; an empty list makes `NULL`, which `IN` never matches.
        public mutating func appendInterpolation<Element: SQLConvertible>(values: [Element]) {
            if values.isEmpty { statement.sql += "NULL" }
            for (index, value) in values.enumerated() {
                if index > 0 { statement.sql += ", " }
                appendInterpolation(value)
            }
        }

        /// Adds the text and the values of another statement.
        ///
        /// - Parameter other: The statement, or a part of one.
        public mutating func appendInterpolation(_ other: Statement) {
            statement += other
        }

        /// Adds a name, in double quotes.
        ///
        /// - Parameter identifier: The name of a table or column; quotes in it are doubled.
        public mutating func appendInterpolation(identifier: String) {
            statement.sql += "\""
            for character in identifier.unicodeScalars {
                if character == "\"" { statement.sql += "\"" }
                statement.sql.unicodeScalars.append(character)
            }
            statement.sql += "\""
        }

        /// Adds text as SQL, without any protection: the text must come from the program itself.
        ///
        /// - Parameter unsafeSQL: A piece of SQL such as `DESC`, chosen by the program.
        public mutating func appendInterpolation(unsafeSQL: String) {
            statement.sql += unsafeSQL
        }
    }
}

extension Statement: CustomStringConvertible {
    /// The text with its question marks; values are left out because they may be secret.
    public var description: String { sql }
}
