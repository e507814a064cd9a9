// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Cached facts about the type of a property; a cast to a protocol is slow, most of all if it
/// fails.
class FieldKnowledge {
    /// True if properties of the type are relationships.
    let isRelationship: Bool

    fileprivate init(isRelationship: Bool) { self.isRelationship = isRelationship }

    /// The facts about one type.
    class Of<Model>: FieldKnowledge {
        /// Converts a property to a relationship.
        ///
        /// - Parameters:
        ///   - value: The property.
        ///   - name: The name of the relationship.
        ///   - key: The key, for errors.
        /// - Returns: The relationship; `nil` for other types.
        /// - Throws: `EncodingError` for a resource that cannot be linked to.
        func relationship(
            _ value: Model,
            _ name: String,
            _ key: any CodingKey
        ) throws -> OutgoingRelationship? { nil }
    }

    private static let registry = TypeRegistry<FieldKnowledge>()

    /// Calls a function with the facts about a type.
    @inline(__always)
    static func with<Model, Result>(
        _ type: Model.Type,
        _ body: (Of<Model>) throws -> Result
    ) rethrows -> Result {
        try registry.with(type, { make(type) }, body)
    }

    @inline(never)
    private static func make<Model>(_ type: Model.Type) -> Of<Model> {
        let known: FieldKnowledge? =
            if let model = type as? any RelationshipModel.Type {
                make(model: model)
            } else if let linked = type as? any LinkedResources.Type {
                make(linked: linked)
            } else if let resource = type as? any Resource.Type {
                make(resource: resource)
            } else {
                nil
            }
        return known as? Of<Model> ?? Of(isRelationship: false)
    }

    private static func make<Model: RelationshipModel>(model: Model.Type) -> FieldKnowledge {
        OfModel<Model>(isRelationship: true)
    }

    private static func make<Linked: LinkedResources>(linked: Linked.Type) -> FieldKnowledge {
        OfLinked<Linked>(isRelationship: true)
    }

    private static func make<Model: Resource>(resource: Model.Type) -> FieldKnowledge {
        OfResource<Model>(isRelationship: true)
    }

    /// A property that states more about the relationship than its targets.
    private final class OfModel<Model: RelationshipModel>: Of<Model> {
        override func relationship(
            _ value: Model,
            _ name: String,
            _ key: any CodingKey
        ) throws -> OutgoingRelationship? {
            value.relationship(named: name)
        }
    }

    /// An optional resource, or a list of them.
    private final class OfLinked<Linked: LinkedResources>: Of<Linked> {
        override func relationship(
            _ value: Linked,
            _ name: String,
            _ key: any CodingKey
        ) throws -> OutgoingRelationship? {
            try OutgoingRelationship(name, to: value.linkedResources, isList: Linked.isList, key)
        }
    }

    /// A resource.
    private final class OfResource<Model: Resource>: Of<Model> {
        override func relationship(
            _ value: Model,
            _ name: String,
            _ key: any CodingKey
        ) throws -> OutgoingRelationship? {
            try OutgoingRelationship(name, to: [value], isList: false, key)
        }
    }
}

/// A property that links to resources without stating more about the relationship.
protocol LinkedResources {
    /// The type of the resources.
    static var model: any Resource.Type { get }
    static var isList: Bool { get }
    var linkedResources: [any Resource] { get }
}

extension Array: LinkedResources where Element: Resource {
    static var model: any Resource.Type { Element.self }
    static var isList: Bool { true }
    var linkedResources: [any Resource] { self }
}

extension Optional: LinkedResources where Wrapped: Resource {
    static var model: any Resource.Type { Wrapped.self }
    static var isList: Bool { false }
    var linkedResources: [any Resource] { map { [$0] } ?? [] }
}
