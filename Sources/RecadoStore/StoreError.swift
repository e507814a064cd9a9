// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error of a store that could not carry out a call.
///
/// `description` is one line for a log: the error and the text of the statement, with its question
/// marks. It never contains bound values.
public struct StoreError: Error, Sendable, Hashable {
    /// The kind of an error.
    @nonexhaustive
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// A value occurs already where it must be unique.
        case uniqueConstraint
        /// A row refers to one that does not exist, or cannot be removed while another refers to
        /// it.
        case foreignKeyConstraint
        /// A value broke a `CHECK`.
        case checkConstraint
        /// A column that needs a value got none.
        case notNullConstraint
        /// Another rule of the schema was broken, such as the type of a strict column.
        case otherConstraint
        /// Another process held a lock for longer than the store waits.
        case busy
        /// Transactions collided; the store has tried again as often as it may.
        case serialization
        /// The disk, or the size allowed to the database, is full.
        case full
        /// A write was asked of a read transaction or of a store opened for reading.
        case readOnly
        /// The file is damaged.
        case corrupt
        /// The file was removed, or another one is in its place: anything written would be lost.
        ///
        /// It also covers a file that is read without locks because it cannot be written here, when
        /// other programs write to it.
        case replaced
        /// The file is no database of this kind.
        case notADatabase
        /// The file is a database of another application, and was left as it is.
        case otherApplication
        /// The database could not be opened or reached.
        case cannotOpen
        /// The system failed to read or write.
        case inputOutput
        /// There was not enough memory.
        case outOfMemory
        /// A value or a statement is larger than the store allows.
        case tooLarge
        /// A statement is wrong: its syntax, or a table or column that does not exist.
        case statement
        /// The store was used in a way that it does not allow.
        case misuse
        /// A row did not hold a value of the expected kind.
        case decoding
        /// The database has had a migration that the program does not know, and that does not suit
        /// older programs.
        case schemaNewer
        /// A migration differs from the one that was applied.
        case migrationChanged
        /// Too many calls are waiting already.
        case overloaded
        /// The calling task was cancelled before its turn, or while it read.
        case cancelled
        /// The store is closed.
        case closed
        /// A statement took longer than the store allows.
        case timedOut
        /// The lease under which a transaction was to write has ended; it wrote nothing.
        case leaseLost
        /// The connection ended before the commit was asked for, so nothing was kept.
        case connectionLost
        /// The connection ended while the commit was under way: the writes may have been kept.
        ///
        /// A repeated call may write twice, unless a unique value in it prevents that.
        case commitUnknown
        /// A closure threw an error of a type that it had not declared.
        case undeclaredError
        /// The database gave an error for which there is no other code here.
        case other
    }

    /// The kind of the error.
    public let code: Code
    /// A description of the error, in one line.
    public let message: String
    /// The text of the statement, without its values.
    public let sql: String?
    /// The database's own number of the error: the extended result code of SQLite; zero for others.
    public let extendedCode: Int
    /// The five characters of SQL's own code, such as `23505`; `nil` where the database has none.
    public let sqlState: String?
    /// The subject of the broken constraint, as in `film.title`, or its name; otherwise `nil`.
    public let constraint: String?

    package init(
        _ code: Code,
        _ message: String,
        sql: String? = nil,
        extendedCode: Int = 0,
        sqlState: String? = nil,
        constraint: String? = nil
    ) {
        self.code = code
        self.message = message
        self.sql = sql
        self.extendedCode = extendedCode
        self.sqlState = sqlState
        self.constraint = constraint
    }

    /// True if the same call may succeed a little later, unchanged.
    public var isTransient: Bool {
        switch code {
        case .busy, .serialization, .overloaded, .connectionLost: true
        default: false
        }
    }
}

extension StoreError: CustomStringConvertible {
    /// The longest piece of a statement that a description shows, in characters.
    private static var shownSQL: Int { 200 }

    /// The error and the statement that failed, without its values.
    public var description: String {
        var text = "\(code.rawValue): \(message)"
        if extendedCode != 0 { text += " (code \(extendedCode))" }
        if let sqlState { text += " (SQLSTATE \(sqlState))" }
        guard let sql else { return text }
        let shown = sql.prefix(Self.shownSQL).split(whereSeparator: \.isWhitespace)
        text += " in: " + shown.joined(separator: " ")
        if shown.isEmpty || sql.count > Self.shownSQL { text += "…" }
        return text
    }
}
