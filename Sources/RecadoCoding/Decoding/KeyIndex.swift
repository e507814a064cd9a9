// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The keys of an object, found by hash.
struct KeyIndex {
    /// Indexes of keys, 0 for none; open addressing, at most half full.
    private var table: [UInt32]
    private let mask: Int

    /// - Parameters:
    ///   - object: The index of an object.
    ///   - context: The context of the call.
    init(of object: Int, in context: TreeDecoder) {
        var capacity = 16
        while capacity < context.node(object).count * 2 { capacity *= 2 }
        table = [UInt32](repeating: 0, count: capacity)
        mask = capacity - 1
        var index = object + 1
        let end = context.node(object).end
        while index < end {
            let key = context.node(index)
            if !key.isShadowed {
                var place = Self.hash(context.slice(of: key)) & mask
                while table[place] != 0 { place = (place + 1) & mask }
                table[place] = UInt32(truncatingIfNeeded: index)
            }
            index = context.end(of: index + 1)
        }
    }

    /// The index of a key, or `nil`.
    func find(_ name: ByteReader, in context: TreeDecoder) -> Int? {
        var place = Self.hash(name) & mask
        while table[place] != 0 {
            let index = Int(table[place])
            if context.slice(of: context.node(index)).isEqual(to: name) { return index }
            place = (place + 1) & mask
        }
        return nil
    }

    /// The standard library's hash: it is seeded per process, so that colliding keys cannot be
    /// chosen.
    private static func hash(_ bytes: ByteReader) -> Int {
        var hasher = Hasher()
        bytes.hash(into: &hasher)
        return hasher.finalize()
    }
}
