// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Facts about the type of a property, cached because casts to protocols are slow, especially if
/// they fail.
class FieldTraits {
    /// The facts about one type.
    final class Of<Model>: FieldTraits {
        /// A function that converts a property's value to a relationship, given the relationship's
        /// name and, for errors, the property's key; `nil` if the type is not a relationship.
        ///
        /// It throws `EncodingError` for a resource that cannot be linked to.
        let relationship: ((Model, String, any CodingKey) throws -> OutgoingRelationship)?

        /// True if properties of the type are relationships.
        var isRelationship: Bool { relationship != nil }

        init(_ relationship: ((Model, String, any CodingKey) throws -> OutgoingRelationship)?) {
            self.relationship = relationship
        }
    }

    private static let registry = TypeRegistry<FieldTraits>()

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
        // Handles `ToOne` and `ToMany`, which have links and meta as well as targets.
        func stated<Stating: RelationshipModel>(_ type: Stating.Type) -> FieldTraits {
            Of<Stating> { value, name, _ in value.relationship(named: name) }
        }
        // Handles an optional resource and a list of resources.
        func linked<Linked: LinkedResources>(_ type: Linked.Type) -> FieldTraits {
            Of<Linked> { value, name, key in
                let resources = value.linkedResources
                return try OutgoingRelationship(name, to: resources, isList: Linked.isList, key)
            }
        }
        func single<Target: Resource>(_ type: Target.Type) -> FieldTraits {
            Of<Target> { try OutgoingRelationship($1, to: [$0], isList: false, $2) }
        }
        let known: FieldTraits? =
            if let type = type as? any RelationshipModel.Type {
                stated(type)
            } else if let type = type as? any LinkedResources.Type {
                linked(type)
            } else if let type = type as? any Resource.Type {
                single(type)
            } else {
                nil
            }
        return known as? Of<Model> ?? Of(nil)
    }
}

/// A property type that holds only the targets of a relationship, without links or meta, such as a
/// list of resources.
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
