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
/// A property whose type is a resource, an optional resource or an array of resources is a
/// relationship as well; all other properties are attributes. In other formats a resource is an
/// ordinary object.
public protocol Resource: Codable, Sendable {
    /// The type of the identity: `String`, or any type that is encoded as one scalar.
    associatedtype ID: Codable & Sendable

    /// The name of the type, such as `articles`.
    static var resourceType: String { get }

    /// The identity among the resources of the type; `nil` if the server will assign one.
    var id: ID { get }

    /// The local name, which identifies a resource without an identity within one document; `nil`
    /// by default.
    var lid: String? { get }
}

extension Resource {
    /// The default: no local name.
    public var lid: String? { nil }

    /// The identifier by which other resources link to this one, or `nil` if this one has neither
    /// an identity nor a local name.
    public var resourceIdentifier: ResourceIdentifier? {
        if let id = IdentityText.text(of: id) {
            return ResourceIdentifier(type: Self.resourceType, id: id)
        }
        return lid.map { ResourceIdentifier(type: Self.resourceType, lid: $0) }
    }
}

/// The text of an identity, in the form that documents and addresses use.
package enum IdentityText {
    /// Returns the text of an identity; `nil` if it is nil or not a scalar.
    package static func text<Identity: Encodable & Sendable>(of identity: Identity) -> String? {
        // Comparing the types first is cheap; a cast that fails is not.
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
