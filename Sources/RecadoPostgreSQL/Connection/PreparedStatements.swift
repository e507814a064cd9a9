// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoPQ

/// The statements that the server has prepared for a connection, by their text and parameter types.
struct PreparedStatements {
    /// The maximum number of prepared statements, sufficient for a large service; each takes a few
    /// kilobytes on the server.
    static var limit: Int { 128 }

    struct Key: Hashable {
        let sql: String
        let types: [Oid]
    }

    private struct Entry {
        let name: String
        var lastUse: UInt64
    }

    private var entries: [Key: Entry] = [:]
    /// The names of statements whose preparation was requested but not confirmed.
    private var pending: [Key: String] = [:]
    private var clock: UInt64 = 0
    private var lastNumber: UInt64 = 0
    /// The names of statements that the server can discard.
    private var discarded: [String] = []

    var count: Int { entries.count }

    mutating func name(of key: Key) -> String? {
        clock += 1
        entries[key]?.lastUse = clock
        return entries[key]?.name ?? pending[key]
    }

    /// Returns an unused name for a statement that is about to be prepared.
    mutating func newName(for key: Key) -> String {
        lastNumber += 1
        let name = "r\(lastNumber)"
        pending[key] = name
        return name
    }

    /// Takes the names of the statements that the caller must tell the server to discard.
    mutating func takeDiscarded() -> [String] {
        defer { discarded = [] }
        return discarded
    }

    /// Adds a prepared statement; at the limit, it replaces the least recently used one.
    mutating func insert(_ key: Key, name: String) {
        clock += 1
        if entries.count >= Self.limit,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            discarded.append(oldest.value.name)
            entries[oldest.key] = nil
        }
        entries[key] = Entry(name: name, lastUse: clock)
        pending[key] = nil
    }

    /// Removes a statement whose plan no longer fits.
    mutating func discard(_ key: Key) {
        if let entry = entries.removeValue(forKey: key) { discarded.append(entry.name) }
    }

    /// Records that the server failed to prepare a statement.
    mutating func wasNotPrepared(_ key: Key) { pending[key] = nil }

    /// Records that the server failed to discard a statement, so that it is told to do so again.
    mutating func wasNotForgotten(_ name: String) { discarded.append(name) }
}
