// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The state of one decode call that only JSON:API needs.
struct ResourceReading {
    /// The resources that are being read, outermost first.
    var active: [UInt32] = []
    /// The first model that was read from each resource, by the resource's number in the resource
    /// table, so that a resource with many links to it is read only once.
    private var first: [Reading?] = []
    /// Further models of resources that were read as more than one type, by resource and type.
    private var further: [Key: AnyObject] = [:]

    private struct Reading {
        let type: ObjectIdentifier
        let model: AnyObject
    }

    private struct Key: Hashable {
        let number: Int
        let type: ObjectIdentifier
    }

    /// A box for a model that was read from a resource.
    final class Model<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    /// Returns the ``Model`` of a type that was read from a resource before, if there is one.
    func model(_ type: ObjectIdentifier, of number: Int) -> AnyObject? {
        guard first.indices.contains(number), let reading = first[number] else { return nil }
        return reading.type == type ? reading.model : further[Key(number: number, type: type)]
    }

    /// Records a model that was read from a resource.
    ///
    /// - Parameters:
    ///   - model: The ``Model``.
    ///   - type: The type of the model's value.
    ///   - number: The number of the resource in the resource table.
    ///   - count: The number of resources in the document.
    mutating func remember(
        _ model: AnyObject,
        _ type: ObjectIdentifier,
        of number: Int,
        among count: Int
    ) {
        if first.isEmpty { first = Array(repeating: nil, count: count) }
        if first[number] == nil {
            first[number] = Reading(type: type, model: model)
        } else {
            further[Key(number: number, type: type)] = model
        }
    }
}

/// The resource that an object is or identifies.
struct ResourcePlace {
    /// The node index of the resource object, or of the identifier if its resource is not in the
    /// document.
    let index: Int
    /// The number of the resource in the table, if an identifier was resolved to it.
    var number: Int?
}

extension TreeDecoder {
    /// True if the document has resources.
    @inline(__always) var holdsResources: Bool { state.holdsResources }

    /// True if an object is a resource, or the identifier of a resource.
    @inline(__always)
    func isResource(_ index: Int) -> Bool {
        let node = node(index)
        return holdsResources && node.kind == .object && node.flags.contains(.resource)
    }

    // MARK: - Reading resources

    /// Reads a value by the type's own `init(from:)`; the value may be a resource.
    @inline(never)
    func resource<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        guard isResource(index) else { return try own(type, index) }
        return try resource(type, at: resolved(index))
    }

    /// Reads a resource.
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - place: The position of the resource.
    /// - Returns: The model.
    /// - Throws: The errors of the model, or an error if the resource has a different type.
    func resource<T: Decodable>(_ type: T.Type, at place: ResourcePlace) throws -> T {
        let traits = ResourceTraits.of(type)
        // A struct is cached only if it is read through an identifier; otherwise it is read only
        // once.
        let isShared = place.number != nil || traits.isClass
        guard isShared, let number = place.number ?? number(of: place.index) else {
            try checkType(traits.resourceType, place.index)
            return try withActive(place.index) { try own(type, place.index) }
        }
        let identity = ObjectIdentifier(type)
        let known = state.reading.model(identity, of: number)
        if let known = known as? ResourceReading.Model<T> { return known.value }
        try checkType(traits.resourceType, place.index)
        let model = try withActive(place.index) { try own(type, place.index) }
        let count = state.resources?.entries.count ?? 0
        let remembered = ResourceReading.Model(model)
        state.reading.remember(remembered, identity, of: number, among: count)
        return model
    }

    /// Returns the number of a resource object in the resource table; `nil` if the resource has no
    /// identity.
    private func number(of index: Int) -> Int? {
        guard let found = find(index), found.index == index else { return nil }
        return found.number
    }

    /// Runs a function that reads a resource, and records the resource as being read until the
    /// function returns.
    private func withActive<Result>(_ index: Int, _ body: () throws -> Result) throws -> Result {
        let place = UInt32(truncatingIfNeeded: index)
        // A model may pass its decoder to another type, which reads the same resource; it is
        // already recorded.
        if state.reading.active.last == place { return try body() }
        guard state.reading.active.count < state.resourceDepth else {
            let most = state.resourceDepth
            throw corrupted(
                .tooDeep,
                "expected no more than \(most) resources in one another",
                index
            )
        }
        state.reading.active.append(place)
        defer { state.reading.active.removeLast() }
        return try body()
    }

    /// Throws if a resource has a different type than the model.
    private func checkType(_ expected: String?, _ index: Int) throws {
        guard let expected else { return }
        let place = find(MemberToken.type, in: index)
        guard !isText(place, expected) else { return }
        throw corrupted(.typeMismatch, "expected a resource of the type \"\(expected)\"", place)
    }

    private func isText(_ index: Int, _ text: String) -> Bool {
        self.text(of: node(index)).hasSameBytes(as: text)
    }

    /// Returns the resource to which an identifier refers.
    ///
    /// Returns the object itself if it is not an identifier, if it is an identifier that is not to
    /// be resolved (``JSONAPI/include``), or if its resource is not in the document or is already
    /// being read.
    func resolved(_ index: Int) -> ResourcePlace {
        guard node(index).flags.contains(.link), let found = find(index),
            !state.reading.active.contains(UInt32(truncatingIfNeeded: found.index))
        else { return ResourcePlace(index: index) }
        return found
    }

    /// Returns the resource that an object's type and identity denote; `nil` if there is none.
    private func find(_ index: Int) -> ResourcePlace? {
        guard let table = state.resources else { return nil }
        let (type, id, lid) = identity(of: index)
        guard type != 0, id != 0 || lid != 0 else { return nil }
        return table.find(type, id == 0 ? lid : id, isLocal: id == 0, in: state.view).map {
            ResourcePlace(index: Int(table.entries[$0].node), number: $0)
        }
    }

    /// Returns the node indexes of the values of `type`, `id` and `lid`; 0 for missing ones.
    private func identity(of object: Int) -> (type: Int, id: Int, lid: Int) {
        var identity = (type: 0, id: 0, lid: 0)
        let end = node(object).end
        var index = object &+ 1
        while index < end {
            switch node(index).payload {
            case MemberToken.type.payload: identity.type = index &+ 1
            case MemberToken.id.payload: identity.id = index &+ 1
            case MemberToken.lid.payload: identity.lid = index &+ 1
            default: break
            }
            index = self.end(of: index &+ 1)
        }
        return identity
    }

    /// Reads the identifier at an index.
    func identifier(_ index: Int) throws -> ResourceIdentifier {
        guard node(index).kind == .object else {
            throw mismatch(ResourceIdentifier.self, index)
        }
        let (type, id, lid) = identity(of: index)
        guard type != 0, id != 0 || lid != 0 else {
            return try ResourceIdentifier(from: DocumentDecoder(self, index))
        }
        var identifier = ResourceIdentifier(type: try string(type), id: "")
        identifier.id = id == 0 ? nil : try string(id)
        identifier.lid = lid == 0 ? nil : try string(lid)
        // Two members are the type and the identity; only a third member can be `meta`.
        guard node(index).count > 2 else { return identifier }
        let meta = find(MemberToken.meta, in: index)
        if meta != 0 { identifier.meta = try anyValue(meta).objectValue }
        return identifier
    }

    // MARK: - Members of resources

    /// Returns the node index of the value with a name in a resource, or 0 if there is none.
    ///
    /// The identity is searched first, so that no attribute can replace it; then attributes, the
    /// linkage of relationships, and other members of the resource object.
    func find(
        _ name: ByteReader,
        _ payload: UInt64,
        inResource object: Int,
        _ parts: ResourceParts
    ) -> Int {
        if parts.attributes != 0, !Self.isIdentity(payload) {
            let index = find(name, payload, in: slot(of: Int(parts.attributes)))
            if index != 0 { return index }
        }
        let relationship = find(name, inRelationships: parts)
        guard relationship != 0 else { return find(name, in: object) }
        guard node(relationship).kind == .object else { return relationship }
        return find(MemberToken.data, in: relationship)
    }

    /// Returns the node index of a relationship, or 0 if there is none.
    func find(
        _ name: ByteReader,
        inRelationships parts: ResourceParts
    ) -> Int {
        guard parts.relationships != 0,
            !Self.isIdentity(KeyName.payload(name))
        else { return 0 }
        return find(name, in: Int(parts.relationships))
    }

    /// True if a name, given by its payload, is `id`, `type` or `lid`.
    @inline(__always)
    private static func isIdentity(_ payload: UInt64) -> Bool {
        payload == MemberToken.id.payload || payload == MemberToken.type.payload
            || payload == MemberToken.lid.payload
    }

    /// Finds `attributes` and `relationships` in a resource object.
    func parts(of object: Int) -> ResourceParts {
        var parts = ResourceParts()
        let end = node(object).end
        var index = object &+ 1
        while index < end {
            if state.view.isKey(index, .attributes) {
                parts.attributes = UInt32(truncatingIfNeeded: index &+ 1)
            } else if state.view.isKey(index, .relationships) {
                parts.relationships = UInt32(truncatingIfNeeded: index &+ 1)
            }
            index = self.end(of: index &+ 1)
        }
        return parts
    }
}

/// The node indexes of `attributes` and `relationships` in a resource; 0 for missing ones.
struct ResourceParts: BitwiseCopyable {
    var attributes: UInt32 = 0
    var relationships: UInt32 = 0
}
