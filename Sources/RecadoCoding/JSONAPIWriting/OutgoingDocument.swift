// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A JSON:API document to be written.
package struct OutgoingDocument {
    package enum Primary {
        /// Neither data nor errors; the document has only other members, such as `meta`.
        case nothing
        case null
        case resource(any Resource)
        case resources([any Resource])
        case identifier(ResourceIdentifier)
        case identifiers([ResourceIdentifier])
        case errors([JSONAPI.ErrorObject])
    }

    /// The content of `data`, or of `errors`.
    package var primary: Primary
    package var links: JSONAPI.Links
    package var meta: Value.Object?
    /// The resources in `included`; if `nil`, they are collected from the relationships of the
    /// primary data.
    package var included: [any Resource]?
    /// True if the resources whose content relationships hold, not just their identifiers, are
    /// written to `included`.
    package var isFollowed = true
    /// The content of the member `jsonapi`.
    package var implementation: Value.Object = ["version": "1.1"]
    /// The fields to write for each type; types that are not listed are written with all fields.
    package var fields: [String: Set<String>] = [:]
    /// Creates the URLs of resources and relationships; `nil` if the document has no such links.
    package var addresses: ResourceAddresses?
    /// The identity from the URL, for a primary resource that has none of its own.
    package var identity: String?

    package init(
        _ primary: Primary,
        links: JSONAPI.Links = JSONAPI.Links(),
        meta: Value.Object? = nil
    ) {
        self.primary = primary
        self.links = links
        self.meta = meta
    }
}

extension OutgoingDocument {
    /// True if values of a type can be written as documents.
    package static func canHold(_ type: Any.Type) -> Bool {
        resources(of: type) != nil || type is ResourceIdentifier.Type
            || type is [ResourceIdentifier].Type
    }

    /// Returns the model of the resources that a type holds, and true if the type is a list; `nil`
    /// if it holds no resources.
    package static func resources(
        of type: Any.Type
    ) -> (model: any Resource.Type, isList: Bool)? {
        if let model = type as? any Resource.Type { return (model, false) }
        return (type as? any LinkedResources.Type).map { ($0.model, $0.isList) }
    }

    /// Creates the document for a value; `nil` unless the value is a resource, a resource
    /// identifier, or an optional or a list of these.
    package init?(of value: some Encodable) {
        switch value {
        case let resource as any Resource: self.init(.resource(resource))
        case let linked as any LinkedResources:
            let resources = linked.linkedResources
            self.init(
                type(of: linked).isList
                    ? .resources(resources) : resources.first.map { .resource($0) } ?? .null
            )
        case let identifier as ResourceIdentifier: self.init(.identifier(identifier))
        case let identifiers as [ResourceIdentifier]: self.init(.identifiers(identifiers))
        case let none as ResourceIdentifier?: self.init(none.map { .identifier($0) } ?? .null)
        default: return nil
        }
    }
}

/// Functions that create the URLs of resources and of their relationships.
package struct ResourceAddresses: Sendable {
    /// Returns the URL of a resource, or `nil` if it has none.
    package let resource: @Sendable (ResourceIdentifier) -> String?
    /// Returns the links of a relationship, given its resource and its name.
    package let relationship: @Sendable (ResourceIdentifier, String) -> JSONAPI.Links

    package init(
        resource: @escaping @Sendable (ResourceIdentifier) -> String?,
        relationship: @escaping @Sendable (ResourceIdentifier, String) -> JSONAPI.Links
    ) {
        self.resource = resource
        self.relationship = relationship
    }
}
