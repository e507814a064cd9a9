// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The resources of a document by type and identity; created once and never changed.
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
        /// The index of the object.
        var node: UInt32
        /// The index of its type, or 0 if there is none.
        var type: UInt32 = 0
        /// The indexes of its identity and of its local name, or 0 for a missing one.
        var id: UInt32 = 0
        var lid: UInt32 = 0
        /// The index of its relationships, or 0 if there are none.
        var relationships: UInt32 = 0
        var isIncluded = false
    }

    /// The number of the resource with a type and an identity or local name, given by two indexes.
    func find(_ type: Int, _ name: Int, isLocal: Bool, in texts: NodeView) -> Int? {
        let value = places[Self.place((type, name, isLocal), entries, places, texts)]
        return value == 0 ? nil : Int(value >> 1) - 1
    }

    /// The position of a resource in the table, or the free position where it would be.
    ///
    /// The table uses open addressing and is at most half full; the hash is seeded per process, so
    /// that colliding identities cannot be chosen. A position holds twice the number of an entry,
    /// counted from 1, plus one for a local name; or 0 if it is free.
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

    /// The indexes of the texts that identify a resource.
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

        /// Adds a name of the resource that was added last.
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
    /// An object is a resource, or the identifier of one.
    static let resource = negative
    /// An object is an identifier that refers to a resource of the document.
    static let link = long
}
