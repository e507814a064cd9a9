// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A cache for a limited number of prepared statements, found by their SQL text.
struct StatementCache {
    /// The maximum number of statements, enough for a large service; each takes a few kilobytes.
    static var limit: Int { 128 }

    private var statements: [String: SQLiteStatement] = [:]
    private var clock: UInt64 = 0

    var count: Int { statements.count }

    /// Lends the statement with the given SQL; returns `nil` if it is not cached or is already
    /// lent.
    mutating func take(_ sql: String) -> SQLiteStatement? {
        guard let statement = statements[sql], !statement.isTaken else { return nil }
        clock += 1
        statement.lastUse = clock
        statement.isTaken = true
        return statement
    }

    /// Adds a new statement, unless the cache has a statement with the same text.
    ///
    /// A full cache first removes the least recently used statement that is not lent.
    mutating func insert(_ statement: SQLiteStatement) {
        clock += 1
        statement.lastUse = clock
        statement.isTaken = true
        guard statements[statement.sql] == nil else { return }
        if statements.count >= Self.limit { removeOldest() }
        statements[statement.sql] = statement
    }

    mutating func removeAll() {
        statements = [:]
    }

    private mutating func removeOldest() {
        let idle = statements.values.lazy.filter { !$0.isTaken }
        guard let oldest = idle.min(by: { $0.lastUse < $1.lastUse }) else { return }
        statements[oldest.sql] = nil
    }
}
