// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An immutable hash table of a document's resources, by type and identity.
final class ResourceTable: Sendable {
    /// The resources in document order.
    let entries: [Entry]
    private let places: [UInt32]

    init(_ builder: Builder) {
        entries = builder.entries
        places = builder.places
    }

    /// A resource object.
    struct Entry: BitwiseCopyable, Sendable {
        /// The node index of the object.
        var node: UInt32
        /// The node index of the value of `type`, or 0 if there is none.
        var type: UInt32 = 0
        /// The node indexes of the values of `id` and `lid`, or 0 if missing.
        var id: UInt32 = 0
        var lid: UInt32 = 0
        /// The node index of the object `relationships`, or 0 if there is none.
        var relationships: UInt32 = 0
        var isIncluded = false
    }

    /// Returns the number of a resource (its index in `entries`), given the node indexes of its
    /// type and of its identity or local name.
    func find(_ type: Int, _ name: Int, isLocal: Bool, in texts: NodeView) -> Int? {
        let value = places[Self.place((type, name, isLocal), entries, places, texts)]
        return value == 0 ? nil : Int(value >> 1) - 1
    }

    /// Returns the position of a resource in the table, or the free position for it.
    ///
    /// The table uses open addressing and is at most half full. The hash function has a new seed in
    /// each process, so an attacker cannot craft identities that collide. A free position holds 0.
    /// A used position holds 2 × n for an identity, or 2 × n + 1 for a local name, where n is the
    /// number of the entry, from 1.
    private static func place(
        _ wanted: Name,
        _ entries: [Entry],
        _ places: [UInt32],
        _ texts: NodeView
    ) -> Int {
        let mask = places.count - 1
        var hasher = Hasher()
        texts.hash(wanted.type, into: &hasher)
        texts.hash(wanted.text, into: &hasher)
        var place = hasher.finalize() & mask
        while places[place] != 0 {
            let value = places[place]
            let entry = entries[Int(value >> 1) - 1]
            let other = Int(wanted.isLocal ? entry.lid : entry.id)
            if (value & 1 == 1) == wanted.isLocal, texts.hasSameText(other, wanted.text),
                texts.hasSameText(Int(entry.type), wanted.type)
            {
                return place
            }
            place = (place + 1) & mask
        }
        return place
    }

    /// The node indexes of a type and of an identity or local name.
    private typealias Name = (type: Int, text: Int, isLocal: Bool)

    /// Collects resources.
    struct Builder {
        private(set) var entries: [Entry] = []
        fileprivate private(set) var places = [UInt32](repeating: 0, count: 16)
        private var used = 0

        /// Adds a resource.
        ///
        /// - Returns: An earlier resource with the same type and the same identity or local name;
        ///   `nil` if there is none.
        mutating func add(_ entry: Entry, _ texts: NodeView) -> Entry? {
            entries.append(entry)
            if entry.id != 0, let other = add(Int(entry.id), isLocal: false, texts) { return other }
            if entry.lid != 0 { return add(Int(entry.lid), isLocal: true, texts) }
            return nil
        }

        /// Adds an identity or local name of the resource that was added last.
        private mutating func add(_ text: Int, isLocal: Bool, _ texts: NodeView) -> Entry? {
            if (used + 1) * 2 > places.count { grow(texts) }
            let name = (Int(entries[entries.count - 1].type), text, isLocal)
            let place = ResourceTable.place(name, entries, places, texts)
            if places[place] != 0 { return entries[Int(places[place] >> 1) - 1] }
            places[place] = UInt32(truncatingIfNeeded: entries.count << 1 | (isLocal ? 1 : 0))
            used += 1
            return nil
        }

        func find(_ type: Int, _ name: Int, isLocal: Bool, in texts: NodeView) -> Entry? {
            let place = ResourceTable.place((type, name, isLocal), entries, places, texts)
            return places[place] == 0 ? nil : entries[Int(places[place] >> 1) - 1]
        }

        private mutating func grow(_ texts: NodeView) {
            let old = places
            places = [UInt32](repeating: 0, count: old.count * 4)
            for value in old where value != 0 {
                let entry = entries[Int(value >> 1) - 1]
                let isLocal = value & 1 == 1
                let name = (Int(entry.type), Int(isLocal ? entry.lid : entry.id), isLocal)
                places[ResourceTable.place(name, entries, places, texts)] = value
            }
        }
    }
}

extension Document.Node.Flags {
    /// Marks an object that is a resource or the identifier of a resource.
    static let resource = negative
    /// Marks an object that is an identifier to be resolved to a resource of the document.
    static let link = long
}
