// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    /// The number of members up to which an object is always searched linearly.
    static let fewKeys = 16

    /// Returns the node index of the value with a key, or 0 (the root, which is never a member) if
    /// there is none.
    @inline(__always)
    func find(_ key: some CodingKey, in slot: KeySlotReference) -> Int {
        ByteReader.lending(key.stringValue) { find($0, KeyName.payload($0), in: slot) }
    }

    @inline(__always)
    func find(_ name: ByteReader, in object: Int) -> Int {
        find(name, KeyName.payload(name), in: slot(of: object))
    }

    /// Returns the node index of the value with a name from a table of names, or 0 if there is
    /// none.
    @inline(__always)
    func find(_ name: KeyName, in slot: KeySlotReference) -> Int {
        find(name.bytes, name.payload, in: slot)
    }

    @inline(__always)
    func find(_ name: ByteReader, _ wanted: UInt64, in slot: KeySlotReference) -> Int {
        var index = Int(slot.value.cursor)
        // Usually the key is the next one, or one of the few after it if the model skips members.
        let near = min(Int(slot.value.end), index &+ 2 &* Self.fewKeys)
        while index < near {
            if matches(node(index), wanted, name) { return found(index, slot) }
            index = self.end(of: index &+ 1)
        }
        return search(name, wanted, slot, from: index)
    }

    /// Searches all members of an object for a name.
    ///
    /// In an object with many members, the third and all later searches use a hash table of its
    /// keys.
    @inline(never)
    private func search(
        _ name: ByteReader,
        _ wanted: UInt64,
        _ slot: KeySlotReference,
        from start: Int
    ) -> Int {
        let object = Int(slot.value.object)
        guard node(object).kind == .object else { return 0 }
        if node(object).count > Self.fewKeys {
            slot.value.searches &+= 1
            if slot.value.searches > 2 {
                let index = index(of: object).find(name)
                return index.map { found($0, slot) } ?? 0
            }
        }
        let cursor = Int(slot.value.cursor)
        for range in [start..<max(start, node(object).end), (object &+ 1)..<cursor] {
            var index = range.lowerBound
            while index < range.upperBound {
                if matches(node(index), wanted, name) { return found(index, slot) }
                index = end(of: index &+ 1)
            }
        }
        return 0
    }

    private func index(of object: Int) -> KeyIndex {
        let key = UInt32(truncatingIfNeeded: object)
        if let index = state.indexes[key] { return index }
        let index = KeyIndex(of: object, in: self)
        state.indexes[key] = index
        return index
    }

    @inline(__always)
    func found(_ index: Int, _ slot: KeySlotReference) -> Int {
        slot.value.cursor = UInt32(truncatingIfNeeded: end(of: index &+ 1))
        return index &+ 1
    }

    /// Returns the state of key lookups in an object that does not reuse a shared container.
    @inline(__always)
    func slot(of object: Int) -> KeySlotReference {
        state.members.slot(of: object, firstSerial) ?? newSlot(of: object)
    }

    @inline(never)
    private func newSlot(of object: Int) -> KeySlotReference {
        let view = state.view
        return state.members.newSlot(of: object, firstSerial, view)
    }

    /// Returns the keys of an object's members as keys of a type, in document order.
    ///
    /// - Parameters:
    ///   - object: The node index of the object.
    ///   - isLeftOut: Returns true for the node of a value whose key is to be left out of the
    ///     result; by default, no key is left out.
    /// - Returns: The keys; members for which the type has no key are skipped.
    func keys<Key: CodingKey>(
        of object: Int,
        leavingOut isLeftOut: (Document.Node) -> Bool = { _ in false }
    ) -> [Key] {
        let end = node(object).end
        var keys: [Key] = []
        keys.reserveCapacity(node(object).count)
        var index = object + 1
        while index < end {
            let name = node(index)
            if !name.isShadowed, !isLeftOut(node(index + 1)),
                let key: Key = key(named: text(of: name))
            {
                keys.append(key)
            }
            index = self.end(of: index + 1)
        }
        return keys
    }

    /// True if a key is the requested one; comparing the length and the first four bytes rejects
    /// most other keys.
    @inline(__always)
    func matches(_ key: Document.Node, _ wanted: UInt64, _ name: ByteReader) -> Bool {
        guard key.payload == wanted else { return false }
        return key.length <= 4 || slice(of: key).hasSameTail(as: name)
    }
}
