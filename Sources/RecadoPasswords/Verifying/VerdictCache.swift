// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Verdicts that are still good, at most so many, the oldest given up first.
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
    private var order: [(key: [UInt8], expiry: Duration)] = []

    init(capacity: Int, lifetime: Duration) {
        self.capacity = max(capacity, 0)
        self.lifetime = lifetime
    }

    var count: Int { entries.count }

    func contains(_ key: [UInt8], at now: Duration) -> Bool {
        guard let entry = entries[key] else { return false }
        return entry.expiry > now
    }

    mutating func insert(_ key: [UInt8], owner: [UInt8], at now: Duration) {
        guard capacity > 0 else { return }
        removeOldest { $0 <= now }
        let expiry = now + lifetime
        entries[key] = Entry(owner: owner, expiry: expiry)
        order.append((key, expiry))
        while entries.count > capacity {
            var isFirst = true
            removeOldest { _ in
                defer { isFirst = false }
                return isFirst
            }
        }
    }

    mutating func removeAll(of owner: [UInt8]) {
        entries = entries.filter { $0.value.owner != owner }
        order.removeAll { entries[$0.key] == nil }
    }

    /// Removes from the front as long as a test of the expiry says so.
    private mutating func removeOldest(while isOld: (Duration) -> Bool) {
        var count = 0
        for (key, expiry) in order {
            guard isOld(expiry) else { break }
            count += 1
            // A key that came again later stays until that later time.
            if entries[key]?.expiry == expiry { entries[key] = nil }
        }
        order.removeFirst(count)
    }
}
