// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoPQ

/// The statements that a connection's server has prepared, by text and types of values.
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
    private var clock: UInt64 = 0
    private var lastNumber: UInt64 = 0
    /// The names of statements that the server may forget.
    private(set) var discarded: [String] = []

    var count: Int { entries.count }

    mutating func name(of key: Key) -> String? {
        clock += 1
        entries[key]?.lastUse = clock
        return entries[key]?.name
    }

    /// A name that no statement of the connection has had.
    mutating func newName() -> String {
        lastNumber += 1
        return "r\(lastNumber)"
    }

    /// Keeps a statement that was prepared, in the place of that not used for longest.
    mutating func insert(_ key: Key, name: String) {
        clock += 1
        if entries.count >= Self.limit,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            discarded.append(oldest.value.name)
            entries[oldest.key] = nil
        }
        // It may have been prepared twice, before the first answer came.
        if let other = entries.updateValue(Entry(name: name, lastUse: clock), forKey: key) {
            discarded.append(other.name)
        }
    }

    /// Forgets a statement whose result is no longer what was planned.
    mutating func discard(_ key: Key) {
        if let entry = entries.removeValue(forKey: key) { discarded.append(entry.name) }
    }

    mutating func wasDeallocated(_ name: String) {
        discarded.removeAll { $0 == name }
    }
}
