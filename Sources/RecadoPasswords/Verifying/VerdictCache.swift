// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Valid verdicts up to a capacity; beyond the capacity, the oldest are removed first.
///
/// All verdicts last equally long, so they expire in the order of their insertion.
struct VerdictCache {
    private struct Entry {
        var owner: [UInt8]
        var expiry: Duration
    }

    private let capacity: Int
    private let lifetime: Duration
    private var entries: [[UInt8]: Entry] = [:]
    /// The keys in order of insertion; a key that is inserted again is listed again.
    private var order: [(key: [UInt8], expiry: Duration)] = []
    /// The number of keys at the start of `order` that `removeOldest` has handled; a handled key
    /// that was inserted again later may still be in `entries`.
    private var passed = 0

    init(capacity: Int, lifetime: Duration) {
        self.capacity = max(capacity, 0)
        self.lifetime = lifetime
    }

    var count: Int { entries.count }

    /// The number of entries in memory: verdicts, plus keys in the insertion order.
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
            // A key that was inserted again stays until its later expiry.
            if entries[key]?.expiry == expiry { entries[key] = nil }
        }
        // Compacting is rare, so the average cost of an insertion stays constant.
        if order.count > 2 * entries.count + 64 { compact() }
    }

    private mutating func compact() {
        order = order[passed...].filter { entries[$0.key]?.expiry == $0.expiry }
        passed = 0
    }
}
