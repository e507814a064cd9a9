// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoPasswords

/// Each test inserts 200 000 entries; more would take a debug build too long.
@Suite(.timeLimit(.minutes(1))) struct `The cache of verification results` {
    private static let count: UInt32 = 200_000

    private func key(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    @Test func `holds no more results than its capacity`() {
        var cache = VerdictCache(capacity: 100, lifetime: .seconds(60))
        var most = 0
        for number in 0..<Self.count {
            cache.insert(key(number), owner: [1], at: .zero)
            most = max(most, cache.entryCount)
        }
        #expect(most <= 400)
        #expect(cache.count == 100)
        #expect(cache.contains(key(Self.count - 1), at: .zero))
        #expect(cache.contains(key(Self.count - 100), at: .zero))
    }

    @Test func `holds one result per key, however often it is inserted`() {
        var cache = VerdictCache(capacity: 100, lifetime: .seconds(60))
        cache.insert(key(7), owner: [1], at: .zero)
        var most = 0
        for number in 0..<Self.count {
            let time = Duration.microseconds(number)
            cache.insert(key(number % 3), owner: [1], at: time)
            cache.insert(key(number % 3), owner: [1], at: time)
            most = max(most, cache.entryCount)
        }
        #expect(most <= 128)
        #expect(cache.count == 4)
        #expect(cache.contains(key(7), at: .seconds(59)))
    }

    @Test func `drops the results of a removed owner and expired results`() {
        var cache = VerdictCache(capacity: 100, lifetime: .seconds(60))
        cache.insert([1], owner: [1], at: .zero)
        cache.insert([2], owner: [2], at: .zero)
        cache.removeAll(of: [1])
        #expect(!cache.contains([1], at: .zero))
        #expect(cache.entryCount == 2)
        // An entry that is inserted again lives for a full lifetime from then on.
        cache.insert([2], owner: [2], at: .seconds(30))
        cache.insert([3], owner: [3], at: .seconds(61))
        #expect(cache.contains([2], at: .seconds(61)))
        cache.insert([4], owner: [4], at: .seconds(91))
        #expect(!cache.contains([2], at: .seconds(91)))
        #expect(cache.count == 2)
    }
}
