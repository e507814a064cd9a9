// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The keys of an object, found by hash.
struct KeyIndex {
    private var places: [Key: UInt32] = [:]

    /// - Parameters:
    ///   - object: The index of an object.
    ///   - context: The context of the call.
    init(of object: Int, in context: TreeDecoder) {
        places.reserveCapacity(context.node(object).count)
        var index = object + 1
        let end = context.node(object).end
        while index < end {
            let key = context.node(index)
            if !key.isShadowed {
                places[Key(bytes: context.slice(of: key))] = UInt32(truncatingIfNeeded: index)
            }
            index = context.end(of: index + 1)
        }
    }

    /// The index of a key, or `nil`.
    func find(_ name: ByteReader, in context: TreeDecoder) -> Int? {
        places[Key(bytes: name)].map { Int($0) }
    }

    /// A key by its bytes; the standard library's hash is seeded per process, so that colliding
    /// keys cannot be chosen.
    private struct Key: Hashable {
        let bytes: ByteReader

        static func == (one: Key, other: Key) -> Bool { one.bytes.isEqual(to: other.bytes) }

        func hash(into hasher: inout Hasher) { bytes.hash(into: &hasher) }
    }
}
