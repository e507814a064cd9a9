// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The additional traits of a type that is decoded from a document of JSON:API.
final class ResourceTraits: Sendable {
    /// The resource type of the model, if it is a resource.
    let resourceType: String?
    /// True if the type is a relationship.
    let isRelationship: Bool
    let isClass: Bool

    private init<T>(_ type: T.Type) {
        isRelationship = T.self is any RelationshipModel.Type
        isClass = T.self is AnyObject.Type
        resourceType = (T.self as? any Resource.Type)?.resourceType
    }

    private static let all = TypeRegistry<ResourceTraits>()

    /// The traits of a type, found only once because a cast to a protocol is slow.
    static func of<T>(_ type: T.Type) -> ResourceTraits {
        all.knowledge(of: ObjectIdentifier(type)) { ResourceTraits(type) }.object
    }
}
