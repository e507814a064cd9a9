// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoPQ

/// The statements that a connection's server has prepared, by their text and types of values.
struct PreparedStatements {
    /// Enough for every statement of a large service; each takes some kilobytes of the server.
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
    /// The names of statements that the server was told to prepare, without an answer so far.
    private var pending: [Key: String] = [:]
    private var clock: UInt64 = 0
    private var lastNumber: UInt64 = 0
    /// The names of statements that the server may discard.
    private var discarded: [String] = []

    var count: Int { entries.count }

    mutating func name(of key: Key) -> String? {
        clock += 1
        entries[key]?.lastUse = clock
        return entries[key]?.name ?? pending[key]
    }

    /// A name that no statement of the connection has had, for one that is about to be prepared.
    mutating func newName(for key: Key) -> String {
        lastNumber += 1
        let name = "r\(lastNumber)"
        pending[key] = name
        return name
    }

    /// Takes the names of the statements that the server is now told to discard.
    mutating func takeDiscarded() -> [String] {
        defer { discarded = [] }
        return discarded
    }

    /// Keeps a prepared statement; at the limit, it replaces the one that was not used for longest.
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

    /// Forgets a statement whose result no longer fits its plan.
    mutating func discard(_ key: Key) {
        if let entry = entries.removeValue(forKey: key) { discarded.append(entry.name) }
    }

    /// Records that the server has not prepared a statement.
    mutating func wasNotPrepared(_ key: Key) { pending[key] = nil }

    /// Records that the server has not discarded a statement.
    mutating func wasNotForgotten(_ name: String) { discarded.append(name) }
}
