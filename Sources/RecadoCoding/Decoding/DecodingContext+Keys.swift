// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Where the lookups in an object go on.
///
/// Models ask for keys mostly in the order in which they were written, so that the next key is
/// nearly always the one behind the last that was found.
struct KeySlot: BitwiseCopyable {
    /// The index of the object; the slot is anybody's if it is another.
    var object: UInt32 = .max
    var cursor: UInt32 = 0
    var end: UInt32 = 0
    /// The call, since the index of an object says nothing across calls.
    var generation: UInt32 = 0
    /// The lookups that had to search for long.
    var searches: UInt32 = 0
}

/// The keys of an object by hash.
struct KeyIndex {
    /// Indexes of keys, 0 for none; open addressing, at most half full.
    private var table: [UInt32]
    private let mask: Int

    /// - Parameters:
    ///   - object: The index of an object.
    ///   - context: The context of the call.
    init(of object: Int, in context: DecodingContext) {
        var capacity = 16
        while capacity < context.node(object).count * 2 { capacity *= 2 }
        table = [UInt32](repeating: 0, count: capacity)
        mask = capacity - 1
        var index = object + 1
        let end = context.node(object).end
        while index < end {
            let key = context.node(index)
            if !key.isShadowed {
                var place = unsafe Self.hash(context.slice(of: key)) & mask
                while table[place] != 0 { place = (place + 1) & mask }
                table[place] = UInt32(truncatingIfNeeded: index)
            }
            index = context.end(of: index + 1)
        }
    }

    /// The index of a key, or `nil`.
    func find(_ name: UnsafeBufferPointer<UInt8>, in context: DecodingContext) -> Int? {
        var place = unsafe Self.hash(name) & mask
        while table[place] != 0 {
            let index = Int(table[place])
            let bytes = unsafe context.slice(of: context.node(index))
            if unsafe bytes.elementsEqual(name) { return index }
            place = (place + 1) & mask
        }
        return nil
    }

    /// The standard library's hash: seeded per process, so that nobody can choose colliding keys.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        return hasher.finalize()
    }
}

extension DecodingContext {
    /// Objects with fewer members are searched one by one.
    private static let fewKeys = 16

    /// The index of the value of a key, or 0, which is the root and nobody's member.
    @inline(__always)
    func find(_ key: some CodingKey, in object: Int) -> Int {
        var text = key.stringValue
        return text.withUTF8 { unsafe find($0, in: object) }
    }

    @inline(__always)
    func find(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int {
        unsafe find(name, KeyName.payload(Source(name)), in: object)
    }

    /// The index of the value of a key with a prepared name, or 0.
    @inline(__always)
    func find(_ name: KeyName, in object: Int) -> Int {
        unsafe find(name.bytes, name.payload, in: object)
    }

    @inline(__always)
    private func find(
        _ name: UnsafeBufferPointer<UInt8>,
        _ wanted: UInt64,
        in object: Int
    ) -> Int {
        let slot = unsafe slot(of: object)
        var index = Int(unsafe slot.pointee.cursor)
        let end = Int(unsafe slot.pointee.end)
        // The next key, or one of a few behind it: absent members of optional properties.
        let near = min(end, index &+ 2 &* Self.fewKeys)
        while index < near {
            if unsafe matches(node(index), wanted, name) { return unsafe found(index, slot) }
            index = self.end(of: index &+ 1)
        }
        return unsafe search(name, wanted, object, from: index)
    }

    /// Looks at the other members, or into the index if the object is large and was searched before.
    @inline(never)
    private func search(
        _ name: UnsafeBufferPointer<UInt8>,
        _ wanted: UInt64,
        _ object: Int,
        from start: Int
    ) -> Int {
        let slot = unsafe slot(of: object)
        if node(object).count > Self.fewKeys {
            unsafe slot.pointee.searches &+= 1
            if unsafe slot.pointee.searches > 2 {
                let index = unsafe index(of: object).find(name, in: self)
                return index.map { unsafe found($0, slot) } ?? 0
            }
        }
        let cursor = Int(unsafe slot.pointee.cursor)
        for range in [start..<node(object).end, (object &+ 1)..<cursor] {
            var index = range.lowerBound
            while index < range.upperBound {
                if unsafe matches(node(index), wanted, name) { return unsafe found(index, slot) }
                index = end(of: index &+ 1)
            }
        }
        return 0
    }

    private func index(of object: Int) -> KeyIndex {
        let key = UInt32(truncatingIfNeeded: object)
        if let index = unsafe state.pointee.indexes[key] { return index }
        let index = KeyIndex(of: object, in: self)
        unsafe state.pointee.indexes[key] = index
        return index
    }

    @inline(__always)
    func found(_ index: Int, _ slot: UnsafeMutablePointer<KeySlot>) -> Int {
        unsafe slot.pointee.cursor = UInt32(truncatingIfNeeded: end(of: index &+ 1))
        return index &+ 1
    }

    @inline(__always)
    func slot(of object: Int) -> UnsafeMutablePointer<KeySlot> {
        let slot = unsafe state.pointee.slots + (object & (State.slotCount &- 1))
        let number = generation
        if unsafe slot.pointee.object != UInt32(truncatingIfNeeded: object)
            || slot.pointee.generation != number
        {
            unsafe take(slot, for: object, number)
        }
        return unsafe slot
    }

    /// Gives a slot to an object.
    ///
    /// That of a large object, which may be read further, is kept: it would be searched from its start for each key.
    @inline(__always)
    private func take(
        _ slot: UnsafeMutablePointer<KeySlot>,
        for object: Int,
        _ number: UInt32
    ) {
        if unsafe isAround(object, slot.pointee, number) || hasKeptSlots {
            return unsafe exchange(slot, for: object)
        }
        unsafe slot.pointee = newSlot(of: object)
    }

    /// Whether a slot is that of a large object that holds another one.
    @inline(__always)
    private func isAround(_ object: Int, _ slot: KeySlot, _ number: UInt32) -> Bool {
        slot.generation == number && Int(slot.object) < object && object < Int(slot.end)
            && node(Int(slot.object)).count > Self.fewKeys
    }

    @inline(never)
    private func exchange(_ slot: UnsafeMutablePointer<KeySlot>, for object: Int) {
        let former = unsafe slot.pointee
        if isAround(object, former, generation) {
            unsafe state.pointee.keptSlots[former.object] = former
        }
        let key = UInt32(truncatingIfNeeded: object)
        let kept = unsafe state.pointee.keptSlots[key]
        unsafe slot.pointee = kept ?? newSlot(of: object)
    }

    @inline(__always)
    private func newSlot(of object: Int) -> KeySlot {
        KeySlot(
            object: UInt32(truncatingIfNeeded: object),
            cursor: UInt32(truncatingIfNeeded: object &+ 1),
            end: UInt32(truncatingIfNeeded: node(object).end),
            generation: generation
        )
    }

    private var hasKeptSlots: Bool { unsafe !state.pointee.keptSlots.isEmpty }

    /// Whether a key is the wanted one; length and the first four bytes tell most apart.
    @inline(__always)
    func matches(
        _ key: Document.Node,
        _ wanted: UInt64,
        _ name: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard key.payload == wanted else { return false }
        guard key.length > 4 else { return true }
        guard let name = unsafe UnsafeRawPointer(name.baseAddress) else { return false }
        return unsafe Self.hasSameTail(bytes(of: key), name, key.length)
    }

    /// Whether two texts of the same length, more than four bytes, are equal behind the fourth.
    @inline(__always)
    private static func hasSameTail(
        _ one: UnsafeRawPointer,
        _ other: UnsafeRawPointer,
        _ count: Int
    ) -> Bool {
        if count <= 8 { return unsafe isSame(one, other, at: count &- 4, UInt32.self) }
        var index = 4
        while index < count &- 8 {
            guard unsafe isSame(one, other, at: index, UInt64.self) else { return false }
            index &+= 8
        }
        return unsafe isSame(one, other, at: count &- 8, UInt64.self)
    }

    @inline(__always)
    private static func isSame<Word: FixedWidthInteger & BitwiseCopyable>(
        _ one: UnsafeRawPointer,
        _ other: UnsafeRawPointer,
        at offset: Int,
        _ type: Word.Type
    ) -> Bool {
        unsafe one.loadUnaligned(fromByteOffset: offset, as: type)
            == other.loadUnaligned(fromByteOffset: offset, as: type)
    }
}
