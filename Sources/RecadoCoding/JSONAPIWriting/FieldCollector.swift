// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a resource has beside attributes, put aside while they are written.
final class FieldCollector {
    /// The fields that are written; all if `nil`.
    private let wanted: Set<String>?
    private let naming: KeyNaming
    private(set) var relationships: [Relationship] = []
    private(set) var links: JSONAPI.Links?
    private(set) var meta: (any Encodable)?

    /// A relationship that a resource has.
    struct Relationship {
        let name: String
        /// The relationship that says more than where it leads.
        var model: (any RelationshipModel)?
        var targets: [any Resource]
        var identifiers: [ResourceIdentifier] = []
        var isList = false

        var isEmptyObject: Bool { model?.isEmptyObject ?? false }
    }

    init(wanted: Set<String>?, naming: KeyNaming) {
        self.wanted = wanted
        self.naming = naming
    }

    /// Forgets what was put aside by an attempt before this one.
    func begin() {
        relationships = []
        links = nil
        meta = nil
    }

    /// Whether a field is written.
    func isWanted(_ name: String) -> Bool { wanted?.contains(name) ?? true }

    /// Whether a member is an attribute that is written.
    func isAttribute(_ key: some CodingKey) throws -> Bool {
        switch key.stringValue {
        case "id", "type", "lid": return false
        case let name:
            try check(key, name)
            return wanted == nil || isWanted(naming.name(for: name))
        }
    }

    private func check(_ key: some CodingKey, _ name: String) throws {
        guard MemberName.isValid(name) else {
            throw EncodingError.invalidValue(
                name,
                EncodingError.Context(
                    codingPath: [key],
                    debugDescription: "expected a name that JSON:API allows"
                )
            )
        }
    }

    /// Puts a member aside that is no attribute.
    ///
    /// - Returns: Whether it is none.
    func takes<Model: Encodable>(_ value: Model, _ key: some CodingKey) throws -> Bool {
        if key.stringValue == "links", let own = value as? JSONAPI.Links {
            links = own
            return true
        }
        if key.stringValue == "meta" {
            meta = value
            return true
        }
        guard FieldKnowledge.isRelationship(Model.self) else { return false }
        let name = naming.name(for: key.stringValue)
        if let model = value as? any RelationshipModel {
            let targets = model.targets
            relationships.append(Relationship(name: name, model: model, targets: targets))
        } else if let linked = value as? any LinkedResources {
            let resources = linked.linkedResources
            let identifiers = try resources.map { try identifier(of: $0, key) }
            relationships.append(
                Relationship(
                    name: name,
                    targets: resources,
                    identifiers: identifiers,
                    isList: linked.isList
                )
            )
        } else if let resource = value as? any Resource {
            let identifier = try identifier(of: resource, key)
            relationships.append(
                Relationship(name: name, targets: [resource], identifiers: [identifier])
            )
        } else {
            return false
        }
        try check(key, key.stringValue)
        return true
    }

    private func identifier(
        of resource: any Resource,
        _ key: some CodingKey
    ) throws -> ResourceIdentifier {
        if let identifier = resource.resourceIdentifier { return identifier }
        throw EncodingError.invalidValue(
            resource,
            EncodingError.Context(
                codingPath: [key],
                debugDescription: "expected an identity or a local name of the linked resource"
            )
        )
    }
}

/// What is known of the type of a property; a cast to a protocol is slow, most of all one that fails.
private final class FieldKnowledge {
    private let isRelationship: Bool

    private init(isRelationship: Bool) { self.isRelationship = isRelationship }

    private static let registry = TypeRegistry<FieldKnowledge>().address

    /// Whether properties of a type are relationships.
    static func isRelationship<Model>(_ type: Model.Type) -> Bool {
        let known = unsafe TypeRegistry<FieldKnowledge>(at: registry)
            .knowledge(of: ObjectIdentifier(type)) {
                FieldKnowledge(
                    isRelationship: type is any RelationshipModel.Type
                        || type is any LinkedResources.Type || type is any Resource.Type
                )
            }
        return unsafe known._withUnsafeGuaranteedRef { $0.isRelationship }
    }
}

/// A property that links to resources without saying more of the relationship.
protocol LinkedResources {
    var linkedResources: [any Resource] { get }
    var isList: Bool { get }
}

extension Array: LinkedResources where Element: Resource {
    var linkedResources: [any Resource] { self }
    var isList: Bool { true }
}

extension Optional: LinkedResources where Wrapped: Resource {
    var linkedResources: [any Resource] { map { [$0] } ?? [] }
    var isList: Bool { false }
}
