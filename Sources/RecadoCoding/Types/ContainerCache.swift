// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A keyed container that was created for one object and is reused for others.
class CachedContainer {
    /// A cached container of a known type.
    ///
    /// Code that is generic over a key type would need the container's metadata from the runtime
    /// for each copy.
    final class Of<Container>: CachedContainer {
        private let container: Container

        init(_ container: Container) {
            self.container = container
        }

        /// The container; the property is not inlined, so that generic code needs no metadata of
        /// the container's type.
        @inline(never) var copy: Container { container }
    }
}

/// A reference to a cached container, valid until its decode or encode call ends.
@safe
struct KeptContainer {
    fileprivate let object: Unmanaged<CachedContainer>

    /// Returns the container, which must have been stored with this type.
    @inline(__always)
    func copy<Container>() -> Container {
        unsafe object._withUnsafeGuaranteedRef {
            unsafe unsafeDowncast($0, to: CachedContainer.Of<Container>.self).copy
        }
    }
}

/// A cache of the containers that a decode or encode call reuses for further objects, by key type
/// and nesting level.
///
/// The standard library allocates an object for each container, which costs more than writing a few
/// members. Two values at one nesting level are normally not encoded at the same time, so they can
/// share a container. A model must not keep a container after its object has been written: while
/// the next object with the same key type is open at that level, the kept container reads from or
/// writes into that object.
///
/// The cache belongs to a writer or to a decoder's state; like both, it is never freed.
@safe
struct ContainerCache {
    @safe
    private struct Slot {
        var identity: UInt = 0
        var serial: UInt64 = 0
        /// The number of times that the key type has occurred so far, until its container is
        /// cached.
        var meetings: UInt8 = 0
        /// The container; `nil` until the type has occurred often enough.
        var container: Unmanaged<CachedContainer>?
    }

    /// The number of places in the table, a power of two.
    static let placeCount = 64
    /// The number of nesting levels.
    ///
    /// A level is stored in the three low bits of a type's address, which are otherwise zero
    /// because of alignment.
    static let levelCount = 8

    /// The number of objects that a decode or encode call handles before any container is cached; a
    /// small document would not benefit.
    private static let firstObjects = 6

    private let places: UnsafeMutablePointer<Slot>
    /// The indexes of the used places, in the order in which they were first used.
    private let order: UnsafeMutablePointer<UInt8>
    private var used = 0
    private var objects = 0
    private let meetings: UInt8

    /// Creates an empty cache.
    ///
    /// - Parameter meetings: The number of times that a key type must occur at a nesting level
    ///   before its container is cached.
    init(meetings: UInt8) {
        self.meetings = meetings
        unsafe places = .allocate(capacity: Self.placeCount)
        unsafe places.initialize(repeating: Slot(), count: Self.placeCount)
        unsafe order = .allocate(capacity: Self.placeCount)
        unsafe order.initialize(repeating: 0, count: Self.placeCount)
    }

    @inline(__always)
    private static func identity(_ type: Any.Type, _ level: Int) -> UInt {
        UInt(bitPattern: ObjectIdentifier(type)) | UInt(truncatingIfNeeded: level)
    }

    @inline(__always)
    private static func start(_ identity: UInt) -> Int {
        Int(truncatingIfNeeded: (identity &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }

    /// Returns the cached container for a key type at a nesting level, with the serial number of
    /// the container's token and its index in the cache.
    @inline(__always)
    func find(
        _ type: Any.Type,
        level: Int
    ) -> (container: KeptContainer, serial: UInt64, place: Int)? {
        guard used > 0, level < Self.levelCount else { return nil }
        let identity = Self.identity(type, level)
        var index = Self.start(identity)
        while true {
            let place = unsafe places[index]
            if place.identity == identity {
                guard let container = unsafe place.container else { return nil }
                return (unsafe KeptContainer(object: container), place.serial, index)
            }
            if place.identity == 0 { return nil }
            index = (index &+ 1) & (Self.placeCount &- 1)
        }
    }

    /// True if the container of a new object may be cached; counts the object.
    @inline(__always)
    mutating func wants(level: Int) -> Bool {
        objects &+= 1
        return objects > Self.firstObjects && level < Self.levelCount
    }

    /// Counts an occurrence of a key type at a nesting level; once it has occurred often enough,
    /// returns the index for its container.
    @inline(never)
    mutating func place(_ type: Any.Type, level: Int) -> Int? {
        let identity = Self.identity(type, level)
        var index = Self.start(identity)
        while unsafe places[index].identity != 0 {
            if unsafe places[index].identity == identity {
                unsafe places[index].meetings &+= 1
                return unsafe places[index].meetings == meetings ? index : nil
            }
            index = (index &+ 1) & (Self.placeCount &- 1)
        }
        // A quarter of the places stays free, so that every search ends.
        guard used < Self.placeCount / 4 * 3 else { return nil }
        unsafe order[used] = UInt8(truncatingIfNeeded: index)
        used += 1
        unsafe places[index].identity = identity
        unsafe places[index].meetings = 1
        return nil
    }

    /// Stores a container at its index.
    mutating func keep<Container>(_ container: Container, at place: Int, serial: UInt64) {
        unsafe places[place].serial = serial
        unsafe places[place].container = .passRetained(CachedContainer.Of(container))
    }

    /// Releases all containers.
    mutating func removeAll() {
        for step in 0..<used {
            let place = unsafe places + Int(order[step])
            unsafe place.pointee.container?.release()
            unsafe place.pointee = Slot()
        }
        (used, objects) = (0, 0)
    }
}
