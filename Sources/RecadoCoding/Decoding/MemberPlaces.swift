// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The state of key lookups in one object.
struct KeySlot: BitwiseCopyable {
    /// The node index of the object.
    var object: UInt32 = .max
    /// The node index after the member that was found last, at which the next lookup starts.
    var cursor: UInt32 = 0
    /// The node index after the object's subtree.
    var end: UInt32 = 0
    /// The number of lookups that took a long search.
    var searches: UInt32 = 0
    /// For an object that uses a shared container, the serial number of that container while it is
    /// open; for any other object, the first serial number of the decode call.
    var serial: UInt64 = 0
    /// For a shared container, the index of the shared container that was opened before it at the
    /// same nesting level; ``MemberPlaces/nothing`` if there was none.
    var next = MemberPlaces.nothing
}

/// A pointer to a `KeySlot` in the memory of a decoder; this memory is never freed.
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

/// The stack of values whose models are being decoded, and the progress of key lookups in each
/// object.
@safe
struct MemberPlaces {
    /// A value whose model is being decoded.
    private struct Level {
        /// The serial number of the value's decoder.
        var serial: UInt64 = 0
        /// The index of the shared container that was opened last at this nesting level;
        /// ``nothing`` if none is open.
        var open = MemberPlaces.nothing
    }

    static let nothing = Int.max
    /// The number of slots, a power of two; an object's slot is chosen by the low bits of its
    /// index.
    private static let slotCount = 64
    /// The number of nesting levels at which objects may share containers.
    private static let levelCount = ContainerCache.levelCount

    private let slots: UnsafeMutablePointer<KeySlot>
    /// The slots of shared containers.
    private let shared: UnsafeMutablePointer<KeySlot>
    private let levels: UnsafeMutablePointer<Level>
    /// The saved states of large objects whose slots other objects have taken over, by node index.
    private var kept: [UInt32: KeySlot] = [:]
    private var containers = ContainerCache(meetings: 8)
    /// The number of values whose models are being decoded.
    private var depth = 0

    init() {
        unsafe slots = .allocate(capacity: Self.slotCount)
        unsafe slots.initialize(repeating: KeySlot(), count: Self.slotCount)
        unsafe shared = .allocate(capacity: ContainerCache.placeCount)
        unsafe shared.initialize(repeating: KeySlot(), count: ContainerCache.placeCount)
        unsafe levels = .allocate(capacity: Self.levelCount)
        unsafe levels.initialize(repeating: Level(), count: Self.levelCount)
    }

    /// Resets everything at the end of a decode call.
    @inline(__always)
    mutating func forget() {
        if !kept.isEmpty { kept = [:] }
        containers.removeAll()
        depth = 0
    }

    // MARK: - Values

    /// Records that a model begins to decode a value; returns the value's nesting level.
    @inline(__always)
    mutating func enter(_ serial: UInt64) -> Int {
        let level = depth
        depth = level &+ 1
        if level < Self.levelCount { unsafe levels[level] = Level(serial: serial) }
        return level
    }

    /// Records that the innermost value has been decoded, and closes its containers.
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

    /// True if the model of a value is still being decoded.
    @inline(__always)
    private func isReading(_ level: Int, _ serial: UInt64) -> Bool {
        unsafe level < Self.levelCount && level < depth && levels[level].serial == serial
    }

    // MARK: - Containers

    /// Reuses the shared container of a key type for another object at the decoder's nesting level;
    /// returns `nil` if there is no such container.
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

    /// Returns the index at which to store a new container, so that later objects at the decoder's
    /// nesting level can share it; `nil` if it should not be shared.
    @inline(__always)
    mutating func place(_ type: Any.Type, for decoder: DocumentDecoder) -> Int? {
        let level = Int(decoder.level)
        guard containers.wants(level: level), isReading(level, decoder.serial) else { return nil }
        return containers.place(type, level: level)
    }

    /// Assigns a new shared container to an object and starts its key lookups at the first key.
    mutating func open(
        at place: Int,
        serial: UInt64,
        for decoder: DocumentDecoder,
        end: Int
    ) -> KeySlotReference {
        open(place, serial, for: decoder, end: end)
        return unsafe KeySlotReference(shared + place)
    }

    /// Keeps a container, so that further objects can reuse it.
    mutating func keep<Container>(_ container: Container, at place: Int, serial: UInt64) {
        containers.keep(container, at: place, serial: serial)
    }

    // MARK: - Slots

    /// Returns an object's slot, which holds the state of its key lookups, if it has one already.
    ///
    /// Objects that use a shared container have their slots elsewhere.
    ///
    /// - Parameters:
    ///   - object: The node index of the object.
    ///   - call: The first serial number of the decode call; slots of other calls are invalid.
    /// - Returns: The slot, or `nil` if the object has none.
    @inline(__always)
    mutating func slot(of object: Int, _ call: UInt64) -> KeySlotReference? {
        let slot = unsafe slots + (object & (Self.slotCount &- 1))
        let isOwn =
            unsafe slot.pointee.object == UInt32(truncatingIfNeeded: object)
            && slot.pointee.serial == call
        return isOwn ? unsafe KeySlotReference(slot) : nil
    }

    /// Assigns a slot to an object and starts its key lookups at the first key, or continues from a
    /// saved state of the object.
    ///
    /// If a large enclosing object uses the same slot, the state of that object is saved, so that
    /// later lookups in it do not start at the first key again.
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
                // A value that is not an object has no members.
                end: node.kind == .object ? UInt32(truncatingIfNeeded: node.end) : index &+ 1,
                serial: call
            )
        return unsafe KeySlotReference(slot)
    }
}
