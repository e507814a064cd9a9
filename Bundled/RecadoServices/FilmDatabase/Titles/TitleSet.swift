// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A set of titles of an index, by position: one bit for each title of the index.
///
/// For 300 000 titles, a set takes 37 kB.
struct TitleSet: Sendable {
    private var blocks: [UInt64]

    /// Creates a set.
    ///
    /// - Parameters:
    ///   - places: The positions of the titles, each below the capacity.
    ///   - capacity: The number of titles in the index.
    init(_ places: ArraySlice<Int32>, of capacity: Int) {
        blocks = Array(repeating: 0, count: (capacity + 63) / 64)
        insert(places)
    }

    /// Creates the union of several lists.
    ///
    /// - Parameters:
    ///   - lists: The positions of the titles, each below the capacity.
    ///   - capacity: The number of titles in the index.
    init(joining lists: ArraySlice<[Int32]>, of capacity: Int) {
        blocks = Array(repeating: 0, count: (capacity + 63) / 64)
        for list in lists { insert(list[...]) }
    }

    private mutating func insert(_ places: ArraySlice<Int32>) {
        for place in places { blocks[Int(place) / 64] |= 1 << UInt64(place % 64) }
    }

    /// The number of titles.
    var count: Int { blocks.reduce(0) { $0 + $1.nonzeroBitCount } }

    mutating func formIntersection(_ other: TitleSet) {
        for index in blocks.indices { blocks[index] &= other.blocks[index] }
    }

    mutating func subtract(_ other: TitleSet) {
        for index in blocks.indices { blocks[index] &= ~other.blocks[index] }
    }

    /// Returns some of the positions, in order.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of positions.
    ///   - offset: The number of positions to skip.
    /// - Returns: The positions.
    func places(limit: Int, offset: Int) -> [Int32] {
        var places: [Int32] = []
        var skipped = 0
        for (index, block) in blocks.enumerated() where block != 0 {
            if places.count >= limit { break }
            let count = block.nonzeroBitCount
            guard skipped + count > offset else {
                skipped += count
                continue
            }
            var rest = block
            while rest != 0, places.count < limit {
                if skipped < offset {
                    skipped += 1
                } else {
                    places.append(Int32(clamping: index * 64 + rest.trailingZeroBitCount))
                }
                rest &= rest - 1
            }
        }
        return places
    }
}
