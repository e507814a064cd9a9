// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A connection inside a transaction, as a call's closure uses it.
final class SQLiteSession: StoreSession {
    let connection: SQLiteConnection
    private let mayWrite: Bool
    private var isNextLast = false
    private var isOver = false

    init(_ connection: SQLiteConnection, mayWrite: Bool) {
        self.connection = connection
        self.mayWrite = mayWrite
    }

    var dialect: Dialect { .sqlite }

    /// Marks the next statement as the last one, after which further statements are refused.
    ///
    /// Other stores save a round trip in this way. SQLite has no round trips, and refuses further
    /// statements only to behave like the other stores.
    func nextIsLast() {
        isNextLast = true
    }

    func notify(_ channel: Channel, _ payload: String) throws(StoreError) {
        try channel.check()
        let isLast = isNextLast
        isNextLast = false
        defer { isOver = isOver || isLast }
        _ = try run(NotificationTable.creation) { _ in true }
        _ = try run(NotificationTable.insertion(channel, payload)) { _ in true }
        _ = try run(NotificationTable.pruning) { _ in true }
        connection.hasNotified = true
    }

    func run(
        _ statement: Statement,
        eachRow: (any RowSource) -> Bool
    ) throws(StoreError) -> Changes {
        guard !isOver else {
            let reason = "the statement before was announced as the last of the transaction"
            throw StoreError(.misuse, reason, sql: statement.sql)
        }
        isOver = isNextLast
        guard !connection.interruption.isFired, !connection.interruption.hasRunOut else {
            throw StoreError(.cancelled, "the task was cancelled", sql: statement.sql)
        }
        let changesBefore = connection.totalChanges
        let prepared = try connection.prepare(statement.sql)
        defer { connection.release(prepared) }
        guard mayWrite || prepared.isReadOnly else {
            throw StoreError(.readOnly, "a read transaction cannot write", sql: statement.sql)
        }
        if statement.sql.hasPrefix("DELETE ") { try connection.setRemoving(true) }
        try prepared.bind(statement.values)
        var isWanted = true
        while try prepared.step() {
            if isWanted { isWanted = eachRow(prepared) }
            // A statement that writes runs to its end, even if no more rows are wanted.
            if !isWanted, prepared.isReadOnly { break }
        }
        return connection.changes(since: changesBefore)
    }
}
