// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error of a store that could not complete a call.
///
/// `description` is one line for a log: the error and the text of the statement, with question
/// marks in place of the bound values.
public struct StoreError: Error, Sendable, Hashable {
    /// The kind of an error.
    @nonexhaustive
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// A value that must be unique occurs already.
        case uniqueConstraint
        /// A row refers to a row that does not exist, or cannot be deleted while another row refers
        /// to it.
        case foreignKeyConstraint
        /// A value broke a `CHECK`.
        case checkConstraint
        /// A column that must not be null got no value.
        case notNullConstraint
        /// Another rule of the schema was broken, such as the type of a strict column.
        case otherConstraint
        /// Another process held a lock for longer than the store's time limit.
        case busy
        /// Transactions conflicted, and the store has used up its retries.
        case serialization
        /// The disk is full, or the database has reached its size limit.
        case full
        /// A read transaction, or a store opened for reading, was asked to write.
        case readOnly
        /// The file is damaged.
        case corrupt
        /// The file was removed or replaced by another file: anything written would be lost.
        ///
        /// A file on a read-only file system is read without locks: if another program writes to it
        /// meanwhile, reads fail with this error as well.
        case replaced
        /// The file is not a database of this kind.
        case notADatabase
        /// The file is a database of another application, and was left unchanged.
        case otherApplication
        /// The database could not be opened or reached.
        case cannotOpen
        /// The operating system failed to read or write.
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
        /// The database has a migration that the program does not know and that is not marked as
        /// backward compatible.
        case schemaNewer
        /// A migration differs from the recorded one.
        case migrationChanged
        /// Too many calls are waiting already.
        case overloaded
        /// The calling task was cancelled before its call began, or while it ran.
        case cancelled
        /// The store is closed.
        case closed
        /// A statement ran longer than the store's time limit.
        case timedOut
        /// The lease that a transaction required had ended; the transaction wrote nothing.
        case leaseLost
        /// The connection ended before the store asked for the commit, so nothing was written.
        case connectionLost
        /// The connection ended during the commit, so the writes may or may not have been kept.
        ///
        /// A repeated call may write twice, unless a unique constraint prevents that.
        case commitUnknown
        /// A closure threw an error of a type that it had not declared.
        case undeclaredError
        /// The database reported an error for which there is no other code.
        case other
    }

    /// The kind of the error.
    public let code: Code
    /// A description of the error, in one line.
    public let message: String
    /// The text of the statement, without its values.
    public let sql: String?
    /// SQLite's extended result code; zero for errors from elsewhere.
    public let extendedCode: Int
    /// The five-character SQLSTATE, such as `23505`; `nil` if the database did not report one.
    public let sqlState: String?
    /// The columns of the broken constraint, such as `film.title`, or the constraint's name; `nil`
    /// if no constraint was broken, or the database named none.
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

    /// True if the same call may succeed when it is repeated a little later.
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
