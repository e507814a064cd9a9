// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A random number generator that produces the same numbers for a seed on every machine
/// (SplitMix64).
struct Chance: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Creates a generator for a part of the world, such as a host; its numbers are independent of
    /// those of other parts.
    init(seed: UInt64, part: UInt64) {
        var whole = Chance(seed: seed)
        state = whole.next() ^ (part &+ 1) &* 0xD6E8_FEB8_6659_FD93
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }

    /// Returns a number from 0 up to but not including a limit, which must be positive.
    mutating func below(_ limit: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(max(limit, 1))).high)
    }

    /// Returns true with the given probability, from 0 to 1.
    mutating func happens(_ probability: Double) -> Bool {
        probability > 0 && Double(next() >> 11) * 0x1p-53 < probability
    }

    /// Returns a number of nanoseconds in a range.
    mutating func nanoseconds(in range: ClosedRange<Int64>) -> Int64 {
        let width = range.upperBound &- range.lowerBound
        return range.lowerBound + Int64(below(Int(width) &+ 1))
    }
}
