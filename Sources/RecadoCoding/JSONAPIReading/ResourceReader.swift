// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The keyed container of a resource, whose identity, attributes and relationships appear as
/// members of one object.
struct ResourceReader<Key: CodingKey>: MemberReading {
    let decoder: DocumentDecoder
    private let names: KeyNames?
    private let parts: ResourceParts

    init(_ decoder: DocumentDecoder, _ names: KeyNames?) {
        self.decoder = decoder
        self.names = names
        parts = decoder.context.parts(of: decoder.node)
    }

    var allKeys: [Key] {
        guard isLive else { return [] }
        // Members that are objects, such as `attributes` and `links`, are left out; the keys of the
        // attributes and relationships are added below.
        var keys: [Key] = context.keys(of: decoder.node) { $0.kind == .object }
        for part in [parts.attributes, parts.relationships] where part != 0 {
            keys += context.keys(of: Int(part))
        }
        return keys
    }

    /// Returns the node index of the value with a key, or 0 if there is none.
    @inline(__always)
    private func find(_ key: Key) -> Int {
        if let names {
            let name = names.name(of: key)
            return context.find(name.bytes, name.payload, inResource: decoder.node, parts)
        }
        return ByteReader.lending(key.stringValue) {
            context.find($0, KeyName.payload($0), inResource: decoder.node, parts)
        }
    }

    /// Returns the node index of a relationship, or 0 if there is none.
    private func findRelationship(_ key: Key) -> Int {
        ByteReader.lending(name(of: key)) { context.find($0, inRelationships: parts) }
    }

    private func name(of key: Key) -> String { names?.name(of: key).text ?? key.stringValue }

    func contains(_ key: Key) -> Bool { isLive && (find(key) != 0 || findRelationship(key) != 0) }

    /// Creates the error for a missing key, at the position where the key was expected.
    @inline(never)
    private func missing(_ key: Key) -> DecodingError {
        let name = name(of: key)
        let relationship = findRelationship(key)
        if relationship != 0 { return context.missing(key, [.name("data")], relationship) }
        if name == "id" || name == "type" || parts.attributes == 0 && !hasFields {
            return context.missing(key, [.name(name)], decoder.node)
        }
        guard parts.attributes != 0 else {
            return context.missing(key, [.name("attributes"), .name(name)], decoder.node)
        }
        return context.missing(key, [.name(name)], Int(parts.attributes))
    }

    /// True if the value is a resource, not just the identifier of a resource.
    private var hasFields: Bool { !context.node(decoder.node).flags.contains(.link) }

    func need(_ key: Key) throws -> Int {
        try context.check(decoder.serial)
        let index = find(key)
        guard index != 0 else { throw missing(key) }
        return index
    }

    func optional(_ key: Key) throws -> Int? {
        try context.check(decoder.serial)
        let index = find(key)
        return index == 0 || context.isAbsent(index) ? nil : index
    }

    func present(_ key: Key) throws -> Int? {
        try context.check(decoder.serial)
        let index = find(key)
        return index == 0 || context.isNull(index) ? nil : index
    }

    func model<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        try context.check(decoder.serial)
        if context.role(of: type) == .flat { return try context.flat(type, decoder.node) }
        if ResourceTraits.of(type).isRelationship { return try relationship(type, key) }
        let index = find(key)
        guard index != 0 else { return try absent(type, key) }
        return try context.value(type, index)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        if ResourceTraits.of(type).isRelationship, isLive {
            return findRelationship(key) == 0 ? nil : try relationship(type, key)
        }
        guard let index = try optional(key) else { return nil }
        return try context.value(type, index)
    }

    @inline(never)
    private func absent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        if let empty = (type as? any EmptyWhenAbsent.Type)?.empty as? T { return empty }
        throw missing(key)
    }

    /// Reads a relationship object; if it is missing, returns a relationship whose targets are
    /// unknown.
    @inline(never)
    private func relationship<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        let index = findRelationship(key)
        if index != 0, context.node(index).kind == .object {
            return try context.value(type, index)
        }
        return try unsaid(type, key)
    }

    @inline(never)
    private func unsaid<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        guard let unsaid = (type as? any RelationshipModel.Type)?.unsaid as? T else {
            throw missing(key)
        }
        return unsaid
    }
}
