// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The first attribute and the first child of each name in an element, found by hash.
///
/// Each name is entered with its namespace and once more for any namespace, since models ask for
/// both.
struct XMLNameIndex {
    /// A name to look for.
    private struct Wanted {
        let bytes: ByteReader
        let payload: UInt64
        /// The number of the namespace, `nil` for any.
        let namespace: Int?
        let isAttribute: Bool

        /// The hash is seeded per process, so that colliding names cannot be chosen.
        var hash: Int {
            var hasher = Hasher()
            bytes.hash(into: &hasher)
            hasher.combine(namespace)
            hasher.combine(isAttribute)
            return hasher.finalize()
        }
    }

    /// For each entry, twice the index of a key, plus one for an entry for any namespace; 0 if
    /// empty.
    ///
    /// The table is at most half full.
    private var table: [UInt64] = []
    private var mask = 0

    /// - Parameters:
    ///   - element: The index of an element.
    ///   - context: The context of the call.
    init(of element: Int, in context: TreeDecoder) {
        let end = context.node(element).end
        var count = 0
        var index = element + 1
        while index < end {
            count += 1
            index = context.end(of: index + 1)
        }
        var capacity = 16
        while capacity < count * 4 { capacity *= 2 }
        (table, mask) = ([UInt64](repeating: 0, count: capacity), capacity - 1)
        index = element + 1
        while index < end {
            let key = context.node(index)
            for namespace in [nil, Int(key.exponent)] {
                let wanted = Wanted(
                    bytes: context.slice(of: key),
                    payload: key.payload,
                    namespace: namespace,
                    isAttribute: key.flags.contains(.attribute)
                )
                insert(index, as: wanted, in: context)
            }
            index = context.end(of: index + 1)
        }
    }

    private mutating func insert(_ index: Int, as wanted: Wanted, in context: TreeDecoder) {
        let place = place(of: wanted, in: context)
        guard table[place] == 0 else { return }
        let isInAny: UInt64 = wanted.namespace == nil ? 1 : 0
        table[place] = UInt64(index) << 1 | isInAny
    }

    /// The position of a name, or the empty position where it would be.
    private func place(of wanted: Wanted, in context: TreeDecoder) -> Int {
        var place = wanted.hash & mask
        while table[place] != 0 {
            let key = context.node(Int(table[place] >> 1))
            let namespace = table[place] & 1 == 1 ? nil : Int(key.exponent)
            if namespace == wanted.namespace, key.flags.contains(.attribute) == wanted.isAttribute,
                context.matches(key, wanted.payload, wanted.bytes)
            {
                return place
            }
            place = (place + 1) & mask
        }
        return place
    }

    /// The index of the first key with a name, or `nil`.
    func find(
        _ name: NameInXML,
        _ namespace: Int?,
        isAttribute: Bool,
        in context: TreeDecoder
    ) -> Int? {
        let wanted = Wanted(
            bytes: name.local,
            payload: name.payload,
            namespace: namespace,
            isAttribute: isAttribute
        )
        let entry = table[place(of: wanted, in: context)]
        return entry == 0 ? nil : Int(entry >> 1)
    }
}
