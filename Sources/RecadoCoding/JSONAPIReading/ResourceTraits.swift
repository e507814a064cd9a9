// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The traits of a decoded type that matter only in JSON:API.
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

    /// Returns the traits of a type, which are cached because casts to protocols are slow.
    static func of<T>(_ type: T.Type) -> ResourceTraits {
        all.knowledge(of: ObjectIdentifier(type)) { ResourceTraits(type) }.object
    }
}
