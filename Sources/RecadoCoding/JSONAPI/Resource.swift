// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A model that is a resource of JSON:API: it has a type and an identity.
///
/// ```swift
/// struct Article: Resource {
///     static let resourceType = "articles"
///     var id: String
///     var title: String                 // an attribute
///     var author: ToOne<Person>         // a relationship
///     var comments: ToMany<Comment>
/// }
/// ```
///
/// A property whose type is a resource, an optional or an array of one is a relationship as well;
/// all others are attributes. In other formats a resource is an object like any other.
public protocol Resource: Codable, Sendable {
    /// The type of the identity: text, or anything that is written as one scalar.
    associatedtype ID: Codable & Sendable

    /// The name of the type, such as `articles`.
    static var resourceType: String { get }

    /// The identity among the resources of the type; `nil` for one that the server is to name.
    var id: ID { get }

    /// The name of a resource without identity within one document; `nil` by default.
    var lid: String? { get }
}

extension Resource {
    /// No local name.
    public var lid: String? { nil }

    /// The identifier that others link to it by, or `nil` if it has neither
    /// an identity nor a local name.
    public var resourceIdentifier: ResourceIdentifier? {
        if let id = IdentityText.text(of: id) {
            return ResourceIdentifier(type: Self.resourceType, id: id)
        }
        return lid.map { ResourceIdentifier(type: Self.resourceType, lid: $0) }
    }
}

/// The text of an identity, as documents and addresses have it.
package enum IdentityText {
    /// The text, or `nil` for an optional without a value and for what is no scalar.
    package static func text<Identity: Encodable & Sendable>(of identity: Identity) -> String? {
        // To compare types first is cheap; a cast that fails is not.
        if Identity.self == String.self, let text = identity as? String { return text }
        if Identity.self == Int.self, let number = identity as? Int { return String(number) }
        guard let value = try? JSON().value(from: JSON().encode(identity)) else { return nil }
        switch value {
        case .string(let text): return text
        case .number(let number): return number.description
        case .bool(let bool): return String(bool)
        case .null, .array, .object: return nil
        }
    }
}
