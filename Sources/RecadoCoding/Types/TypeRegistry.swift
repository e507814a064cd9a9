// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A global registry of facts about types, which are determined once for each type.
///
/// The facts are stored because a lookup of generic metadata or of a conformance at run time takes
/// longer than coding most values. Readers take no lock, because an entry never changes and is
/// never freed. A type has one entry, except in the rare case that two threads add it at the same
/// time; the metadata of types is never freed either.
@safe
struct TypeRegistry<Knowledge: AnyObject> {
    /// An entry in the list of its bucket.
    @safe
    private struct Entry {
        let identity: ObjectIdentifier
        let next: UInt
        let knowledge: Immortal<Knowledge>
    }

    private static var bucketCount: Int { 256 }
    private let buckets: UnsafeMutablePointer<Atomic<UInt>>

    /// Creates an empty registry, which is never freed.
    init() {
        unsafe buckets = .allocate(capacity: Self.bucketCount)
        for index in 0..<Self.bucketCount {
            unsafe (buckets + index).initialize(to: Atomic(0))
        }
    }

    /// Calls a function with the facts about a type, which are created if the type is new.
    ///
    /// - Parameters:
    ///   - type: The static type; a subclass has its own facts.
    ///   - make: Creates the facts. Every call for a type must return facts of the same class.
    ///   - body: The function to call.
    /// - Returns: The function's result.
    /// - Throws: The function's error.
    @inline(__always)
    func with<Subject, Exact: AnyObject, Result>(
        _ type: Subject.Type,
        _ make: () -> Exact,
        _ body: (Exact) throws -> Result
    ) rethrows -> Result {
        let known = knowledge(of: ObjectIdentifier(Subject.self)) {
            unsafe unsafeDowncast(make(), to: Knowledge.self)
        }
        return try known.with { try body(unsafe unsafeDowncast($0, to: Exact.self)) }
    }

    /// Returns the facts about a type, made by the given function if the type is new.
    @inline(__always)
    func knowledge(
        of identity: ObjectIdentifier,
        _ make: () -> Knowledge
    ) -> Immortal<Knowledge> {
        let bits = UInt(bitPattern: identity)
        // The lowest bits of a metadata address are always zero, because metadata is aligned.
        let place = Int(truncatingIfNeeded: (bits >> 4) ^ (bits >> 12)) & (Self.bucketCount &- 1)
        let head = unsafe buckets + place
        var address = unsafe head.pointee.load(ordering: .acquiring)
        while let entry = unsafe UnsafePointer<Entry>(bitPattern: address) {
            if unsafe entry.pointee.identity == identity {
                return unsafe entry.pointee.knowledge
            }
            address = unsafe entry.pointee.next
        }
        return unsafe add(Immortal(keeping: make()), identity, to: head)
    }

    /// Adds an entry; if two threads add one for the same type, later searches find the later
    /// entry.
    @inline(never)
    private func add(
        _ knowledge: Immortal<Knowledge>,
        _ identity: ObjectIdentifier,
        to head: UnsafeMutablePointer<Atomic<UInt>>
    ) -> Immortal<Knowledge> {
        let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        var next = unsafe head.pointee.load(ordering: .acquiring)
        while true {
            unsafe entry.initialize(to: Entry(identity: identity, next: next, knowledge: knowledge))
            let (isDone, current) = unsafe head.pointee.compareExchange(
                expected: next,
                desired: UInt(bitPattern: entry),
                ordering: .acquiringAndReleasing
            )
            if isDone { return knowledge }
            next = current
        }
    }
}

// Entries are added by atomic operations and do not change afterwards.
extension TypeRegistry: @unchecked Sendable {}
