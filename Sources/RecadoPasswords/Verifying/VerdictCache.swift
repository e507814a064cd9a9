// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Verdicts that are still valid, up to a capacity, beyond which the oldest are removed first.
///
/// All verdicts last equally long, so they expire in the order in which they came.
struct VerdictCache {
    private struct Entry {
        var owner: [UInt8]
        var expiry: Duration
    }

    private let capacity: Int
    private let lifetime: Duration
    private var entries: [[UInt8]: Entry] = [:]
    /// The keys in the order of their arrival; a key that arrived again is listed again.
    private var order: [(key: [UInt8], expiry: Duration)] = []
    /// The number of keys at the beginning of the order that have been processed.
    private var passed = 0

    init(capacity: Int, lifetime: Duration) {
        self.capacity = max(capacity, 0)
        self.lifetime = lifetime
    }

    var count: Int { entries.count }

    /// The number of entries in memory: verdicts, and keys in the order of their arrival.
    var entryCount: Int { entries.count + order.count }

    func contains(_ key: [UInt8], at now: Duration) -> Bool {
        guard let entry = entries[key] else { return false }
        return entry.expiry > now
    }

    mutating func insert(_ key: [UInt8], owner: [UInt8], at now: Duration) {
        guard capacity > 0 else { return }
        let expiry = now + lifetime
        let former = entries.updateValue(Entry(owner: owner, expiry: expiry), forKey: key)
        if former?.expiry != expiry { order.append((key, expiry)) }
        removeOldest(at: now)
    }

    mutating func removeAll(of owner: [UInt8]) {
        entries = entries.filter { $0.value.owner != owner }
        compact()
    }

    /// Removes expired verdicts, and the oldest ones beyond the capacity.
    private mutating func removeOldest(at now: Duration) {
        while passed < order.count {
            let (key, expiry) = order[passed]
            guard expiry <= now || entries.count > capacity else { break }
            passed += 1
            // A key that arrived again stays until its later expiry.
            if entries[key]?.expiry == expiry { entries[key] = nil }
        }
        // This happens seldom, so that the cost of a key does not grow with their number.
        if order.count > 2 * entries.count + 64 { compact() }
    }

    private mutating func compact() {
        order = order[passed...].filter { entries[$0.key]?.expiry == $0.expiry }
        passed = 0
    }
}
