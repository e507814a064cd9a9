// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A set of Unicode scalars, as in a character class of a regular expression.
struct ScalarSet: Sendable, Hashable {
    /// The ranges in ascending order, without overlapping or adjacent ones.
    let ranges: [ClosedRange<UInt32>]

    private static let greatest: UInt32 = 0x10_FFFF

    /// Creates a set of ranges, which may overlap.
    init(_ ranges: [ClosedRange<UInt32>]) {
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = merged.last, range.lowerBound <= last.upperBound &+ 1 else {
                merged.append(range)
                continue
            }
            let end = max(last.upperBound, range.upperBound)
            merged[merged.count - 1] = last.lowerBound...end
        }
        self.ranges = merged
    }

    init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

    /// All scalars that are not in the set.
    var inverted: ScalarSet {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= Self.greatest { gaps.append(next...Self.greatest) }
        return ScalarSet(gaps)
    }

    func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

    func intersection(_ other: ScalarSet) -> ScalarSet {
        inverted.union(other.inverted).inverted
    }

    /// True if the set contains a scalar; the time is logarithmic in the number of ranges.
    func contains(_ scalar: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= scalar
    }

    /// A scalar of the set, a letter or digit if there is one.
    var sample: Unicode.Scalar? {
        let common = "xX0-_ ".unicodeScalars
        if let scalar = common.first(where: { contains($0.value) }) { return scalar }
        let visible = ScalarSet([0x21...0x7E, 0xA1...0xD7FF, 0xE000...0xFFFD])
        let range = intersection(visible).ranges.first ?? ranges.first
        return range.flatMap { Unicode.Scalar($0.lowerBound) }
    }
}

// MARK: - Classes of JavaScript's regular expressions (ECMA-262 §22.2.2.9)

extension ScalarSet {
    static let digits = ScalarSet([0x30...0x39])
    static let wordLetters = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let whiteSpace = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    /// The scalars that a dot does not match.
    static let lineEnds = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
    /// The characters that XML 1.0 allows (§2.2).
    static let xmlCharacters = ScalarSet([
        0x09...0x0A, 0x0D...0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF,
    ])
}
