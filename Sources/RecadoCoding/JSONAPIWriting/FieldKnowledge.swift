// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Cached facts about the type of a property; a cast to a protocol is slow, most of all one that
/// fails.
class FieldKnowledge {
    /// Whether properties of the type are relationships.
    let isRelationship: Bool

    fileprivate init(isRelationship: Bool) { self.isRelationship = isRelationship }

    /// Makes the relationship that a property is.
    ///
    /// - Parameters:
    ///   - value: The address of the property.
    ///   - name: The name of the relationship.
    ///   - key: The key, for errors.
    /// - Returns: The relationship; `nil` for other types.
    /// - Throws: `EncodingError` for a resource that cannot be linked to.
    func relationship(
        _ value: UnsafeRawPointer,
        _ name: String,
        _ key: any CodingKey
    ) throws -> OutgoingRelationship? { nil }

    private static let registry = TypeRegistry<FieldKnowledge>()

    /// Returns the facts about a type.
    @inline(__always)
    static func of<Model>(_ type: Model.Type) -> Unmanaged<FieldKnowledge> {
        unsafe registry.knowledge(of: ObjectIdentifier(type)) { make(type) }
    }

    @inline(never)
    private static func make<Model>(_ type: Model.Type) -> FieldKnowledge {
        if let model = type as? any RelationshipModel.Type { return make(model: model) }
        if let linked = type as? any LinkedResources.Type { return make(linked: linked) }
        if let resource = type as? any Resource.Type { return make(resource: resource) }
        return FieldKnowledge(isRelationship: false)
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

    /// A property that says more of the relationship than where it leads.
    private final class OfModel<Model: RelationshipModel>: FieldKnowledge {
        override func relationship(
            _ value: UnsafeRawPointer,
            _ name: String,
            _ key: any CodingKey
        ) throws -> OutgoingRelationship? {
            unsafe value.assumingMemoryBound(to: Model.self).pointee.relationship(named: name)
        }
    }

    /// An optional resource, or a list of them.
    private final class OfLinked<Linked: LinkedResources>: FieldKnowledge {
        override func relationship(
            _ value: UnsafeRawPointer,
            _ name: String,
            _ key: any CodingKey
        ) throws -> OutgoingRelationship? {
            let targets = unsafe value.assumingMemoryBound(to: Linked.self).pointee.linkedResources
            return try OutgoingRelationship(name, to: targets, isList: Linked.isList, key)
        }
    }

    /// A resource.
    private final class OfResource<Model: Resource>: FieldKnowledge {
        override func relationship(
            _ value: UnsafeRawPointer,
            _ name: String,
            _ key: any CodingKey
        ) throws -> OutgoingRelationship? {
            let resource = unsafe value.assumingMemoryBound(to: Model.self).pointee
            return try OutgoingRelationship(name, to: [resource], isList: false, key)
        }
    }
}

/// A property that links to resources without saying more of the relationship.
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
