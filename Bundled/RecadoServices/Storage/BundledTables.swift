// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServerStore
public import RecadoStore

/// The tables of the bundled services, and of the state that all servers with the same database
/// share.
public enum BundledTables: Sendable {
    /// The names of the tables, without SQLite's internal tables.
    public static let names =
        ["film", "member", "post", "score", "seeding"] + SharedState.tables

    /// Checks that a PostgreSQL database holds only the scores and posts that belong to it, given
    /// its position among several databases.
    ///
    /// - Parameters:
    ///   - transaction: A transaction.
    ///   - place: The position, from 0.
    ///   - count: The number of databases.
    /// - Returns: True if all scores and posts belong to the database, or if it holds none.
    /// - Throws: The store's error.
    public static func areInPlace(
        _ transaction: borrowing Transaction<Never>,
        _ place: Int,
        _ count: Int
    ) throws -> Bool {
        let slots: [(table: String, slot: Statement)] = [
            ("score", "(id & 63)"), ("post", "(('x' || right(id, 2))::bit(8)::int & 63)"),
        ]
        for (table, slot) in slots {
            let isThere = try transaction.value(
                "SELECT to_regclass(\(table))::text",
                as: String?.self
            )
            guard isThere != .some(nil) else { continue }
            let query: Statement = """
                SELECT 1 FROM \(unsafeSQL: table) WHERE \(slot) * \(count) / 64 <> \(place) LIMIT 1
                """
            if try transaction.value(query, as: Int.self) != nil { return false }
        }
        return true
    }
}
