// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
    /// Applies the policy for duplicate keys if the open object already has the key that was read
    /// last.
    ///
    /// If several keys are equal, all but one are marked as ignored. A model then finds the same
    /// member in whatever order it requests keys.
    ///
    /// The method is mutating only so that the compiler does not copy the parser for each call.
    @inline(always)
    mutating func note(_ hash: UInt64, _ open: inout Open, _ tree: NodeRoom) throws(Problem) {
        let bit: UInt64 = 1 &<< (hash >> 58)
        if open.keys & bit != 0 { try compare(open.node, open.count, tree) }
        open.keys |= bit
    }

    /// Compares the key that was read last with the earlier keys, unless the object has many.
    @inline(never)
    private mutating func compare(_ object: Int, _ count: Int, _ tree: NodeRoom) throws(Problem) {
        guard count < Self.manyKeys else { return }
        let last = tree.count - 1
        let key = tree[last]
        var index = object + 1
        while index < last {
            if isEqual(tree[index], key) {
                switch policy {
                case .first: tree[last] = shadowed(key)
                case .last: tree[index] = shadowed(tree[index])
                case .refuse: throw Problem(.duplicate, place(of: key))
                }
                return
            }
            index = tree[index + 1].end(at: index + 1)
        }
    }

    private func shadowed(_ key: Document.Node) -> Document.Node {
        var key = key
        key.payload |= Document.Node.shadow
        return key
    }

    /// Returns the offset of a key for an error; for a key whose escapes were decoded, the current
    /// position.
    private func place(of key: Document.Node) -> Int {
        key.flags.contains(.side) ? position : max(Int(key.offset) - 1, 0)
    }

    private func isEqual(_ one: Document.Node, _ other: Document.Node) -> Bool {
        guard one.payload == other.payload else { return false }
        return (0..<one.length).allSatisfy { byte(one, $0) == byte(other, $0) }
    }

    private func byte(_ key: Document.Node, _ place: Int) -> UInt8 {
        let index = Int(key.offset) + place
        return key.flags.contains(.side) ? side[index] : lexer.source[index]
    }

    /// Finds duplicate keys in all objects with many keys, by hash.
    func settleLargeObjects(_ tree: NodeRoom) throws(Problem) {
        for object in largeObjects {
            // The standard library seeds its hash function anew in each process, so an attacker
            // cannot craft keys that collide.
            var seen = [ArraySlice<UInt8>: Int](minimumCapacity: tree[object].count)
            var index = object + 1
            while index < tree[object].end {
                try settle(index, tree, &seen)
                index = tree[index + 1].end(at: index + 1)
            }
        }
    }

    private func settle(
        _ index: Int,
        _ tree: NodeRoom,
        _ seen: inout [ArraySlice<UInt8>: Int]
    ) throws(Problem) {
        var key = tree[index]
        key.payload &= ~Document.Node.shadow
        let bytes =
            key.flags.contains(.side)
            ? side[Int(key.offset)..<(Int(key.offset) + key.length)]
            : lexer.source.slice(Int(key.offset), key.length).array[...]
        guard let earlier = seen.updateValue(index, forKey: bytes) else { return }
        switch policy {
        case .first:
            tree[index] = shadowed(key)
            seen[bytes] = earlier
        case .last: tree[earlier] = shadowed(tree[earlier])
        case .refuse: throw Problem(.duplicate, place(of: key))
        }
    }
}
