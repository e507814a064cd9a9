// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The table through which programs that share a file notify each other of changes.
///
/// A row is written in the transaction that it announces, so it exists only if that transaction is
/// committed. Row numbers are given without gaps, so a reader that sees a gap knows that older rows
/// were removed before it read them.
enum NotificationTable {
    /// The number of rows that are kept for readers that fall behind.
    static var limit: Int { 1_000 }

    static let creation: Statement = """
        CREATE TABLE IF NOT EXISTS recado_notification (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            channel TEXT NOT NULL,
            payload TEXT NOT NULL
        ) STRICT
        """

    static func insertion(_ channel: Channel, _ payload: String) -> Statement {
        "INSERT INTO recado_notification (channel, payload) VALUES (\(channel.name), \(payload))"
    }

    static let pruning: Statement = """
        DELETE FROM recado_notification
        WHERE id <= (SELECT max(id) FROM recado_notification) - \(limit)
        """

    /// The notifications whose rows come after a given row.
    struct News: Sendable {
        var last: Int
        var messages: [(channel: String, payload: String)] = []
        var hasGap = false
    }

    /// Reads the notifications whose rows come after a given row; with `nil`, reads only the number
    /// of the newest row.
    static func news(
        after last: Int?,
        in transaction: borrowing Transaction<Never>
    ) throws(TransactionError<Never>) -> News {
        let table: Statement = """
            SELECT count(*) FROM sqlite_schema WHERE name = 'recado_notification'
            """
        guard try transaction.value(table, as: Int.self) == 1 else {
            return News(last: last ?? 0)
        }
        guard let last else {
            let newest: Int? =
                try transaction.value("SELECT max(id) FROM recado_notification")
                ?? nil
            return News(last: newest ?? 0)
        }
        var news = News(last: last)
        try transaction.forEach(
            "SELECT id, channel, payload FROM recado_notification WHERE id > \(last) ORDER BY id"
        ) { row in
            let id: Int = try row[0]
            if news.messages.isEmpty, id > last + 1 { news.hasGap = true }
            news.last = id
            news.messages.append((try row[1], try row[2]))
        }
        return news
    }
}
