// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The progress of lookups in an object.
struct KeySlot: BitwiseCopyable {
    /// The index of the object; the slot is anybody's if it is another.
    var object: UInt32 = .max
    /// The index of the key behind the one that was found last.
    var cursor: UInt32 = 0
    /// The index behind the object.
    var end: UInt32 = 0
    /// The lookups that had to search for long.
    var searches: UInt32 = 0
    /// The first serial number of the call, or that of a container while it is open.
    var serial: UInt64 = 0
    /// The container that was opened before at the same level, or ``MemberPlaces/nothing``.
    var next = MemberPlaces.nothing
}

/// A slot in the memory of a decoder, which is never freed.
@safe
struct KeySlotReference {
    private let pointer: UnsafeMutablePointer<KeySlot>

    @inline(__always)
    init(_ pointer: UnsafeMutablePointer<KeySlot>) {
        unsafe self.pointer = pointer
    }

    var value: KeySlot {
        @inline(__always) _read { yield unsafe pointer.pointee }
        @inline(__always) nonmutating _modify { yield unsafe &pointer.pointee }
    }
}

/// The values whose models are reading, and how far each object was looked up.
@safe
struct MemberPlaces {
    /// A value whose model is reading.
    private struct Level {
        /// The serial number of its decoder.
        var serial: UInt64 = 0
        /// The container that was opened last, or ``nothing``.
        var open = MemberPlaces.nothing
    }

    static let nothing = Int.max
    /// The slots of objects, found by their indexes; a power of two.
    private static let slotCount = 64
    /// The levels at which containers may serve many objects.
    private static let levelCount = ContainerCache.levelCount

    private let slots: UnsafeMutablePointer<KeySlot>
    /// Those of the containers that serve many objects.
    private let shared: UnsafeMutablePointer<KeySlot>
    private let levels: UnsafeMutablePointer<Level>
    /// The slots of large objects whose place another one has.
    private var kept: [UInt32: KeySlot] = [:]
    private var containers = ContainerCache(meetings: 8)
    /// The number of values whose models are reading.
    private var depth = 0

    init() {
        unsafe slots = .allocate(capacity: Self.slotCount)
        unsafe slots.initialize(repeating: KeySlot(), count: Self.slotCount)
        unsafe shared = .allocate(capacity: ContainerCache.placeCount)
        unsafe shared.initialize(repeating: KeySlot(), count: ContainerCache.placeCount)
        unsafe levels = .allocate(capacity: Self.levelCount)
        unsafe levels.initialize(repeating: Level(), count: Self.levelCount)
    }

    /// Forgets all, at the end of a call.
    @inline(__always)
    mutating func forget() {
        if !kept.isEmpty { kept = [:] }
        containers.removeAll()
        depth = 0
    }

    // MARK: - Values

    /// Begins the reading of a value by its model; returns its level.
    @inline(__always)
    mutating func enter(_ serial: UInt64) -> Int {
        let level = depth
        depth = level &+ 1
        if level < Self.levelCount { unsafe levels[level] = Level(serial: serial) }
        return level
    }

    /// Ends the reading of the innermost value: its containers are closed.
    @inline(__always)
    mutating func leave() {
        depth &-= 1
        guard depth < Self.levelCount else { return }
        var place = unsafe levels[depth].open
        while place != Self.nothing {
            unsafe shared[place].serial = 0
            place = unsafe shared[place].next
        }
    }

    /// Whether the model of a value is reading still.
    @inline(__always)
    private func isReading(_ level: Int, _ serial: UInt64) -> Bool {
        unsafe level < Self.levelCount && level < depth && levels[level].serial == serial
    }

    // MARK: - Containers

    /// The container that serves the objects of a type of keys at a
    /// level, opened for another object.
    @inline(__always)
    mutating func reopen(
        _ type: Any.Type,
        for decoder: DocumentDecoder,
        end: Int
    ) -> KeptContainer? {
        let level = Int(decoder.level)
        guard isReading(level, decoder.serial),
            let found = containers.find(type, level: level)
        else { return nil }
        if unsafe shared[found.place].serial != found.serial {
            open(found.place, found.serial, for: decoder, end: end)
        }
        return found.container
    }

    @inline(__always)
    private func open(_ place: Int, _ serial: UInt64, for decoder: DocumentDecoder, end: Int) {
        let level = Int(decoder.level)
        unsafe shared[place] = KeySlot(
            object: decoder.index,
            cursor: decoder.index &+ 1,
            end: UInt32(truncatingIfNeeded: end),
            serial: serial,
            next: levels[level].open
        )
        unsafe levels[level].open = place
    }

    /// The place of a container that is to serve the objects of a type of keys at a level;
    /// `nil` if there is to be none.
    @inline(__always)
    mutating func place(_ type: Any.Type, for decoder: DocumentDecoder) -> Int? {
        let level = Int(decoder.level)
        guard containers.wants(level: level), isReading(level, decoder.serial) else { return nil }
        return containers.place(type, level: level)
    }

    /// Opens a new slot for a container.
    mutating func open(
        at place: Int,
        serial: UInt64,
        for decoder: DocumentDecoder,
        end: Int
    ) -> KeySlotReference {
        open(place, serial, for: decoder, end: end)
        return unsafe KeySlotReference(shared + place)
    }

    /// Keeps a container for further objects.
    mutating func keep<Container>(_ container: Container, at place: Int, serial: UInt64) {
        containers.keep(container, at: place, serial: serial)
    }

    // MARK: - Slots

    /// The slot of an object that has none of its own, if it has one by now.
    ///
    /// - Parameters:
    ///   - object: The index of the object.
    ///   - call: The first serial number of the call, since an index says nothing across calls.
    /// - Returns: The slot, or `nil`.
    @inline(__always)
    mutating func slot(of object: Int, _ call: UInt64) -> KeySlotReference? {
        let slot = unsafe slots + (object & (Self.slotCount &- 1))
        let isOwn =
            unsafe slot.pointee.object == UInt32(truncatingIfNeeded: object)
            && slot.pointee.serial == call
        return isOwn ? unsafe KeySlotReference(slot) : nil
    }

    /// Gives a slot to an object.
    ///
    /// That of a large object, which may be read further, is kept: it would be searched
    /// from its start for each key.
    mutating func newSlot(of object: Int, _ call: UInt64, _ view: NodeView) -> KeySlotReference {
        let slot = unsafe slots + (object & (Self.slotCount &- 1))
        let former = unsafe slot.pointee
        if former.serial == call, Int(former.object) < object, object < Int(former.end),
            view.node(Int(former.object)).count > TreeDecoder.fewKeys
        {
            kept[former.object] = former
        }
        let index = UInt32(truncatingIfNeeded: object)
        let node = view.node(object)
        let own = kept.isEmpty ? nil : kept[index]
        unsafe slot.pointee =
            own
            ?? KeySlot(
                object: index,
                cursor: index &+ 1,
                // What is no object has no members.
                end: node.kind == .object ? UInt32(truncatingIfNeeded: node.end) : index &+ 1,
                serial: call
            )
        return unsafe KeySlotReference(slot)
    }
}
