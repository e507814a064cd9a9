// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A relationship of a resource, kept until the attributes are written.
///
/// What a property says is taken out of it at once: code for any type of target is slow.
struct OutgoingRelationship {
    let name: String
    var linkage: Linkage
    var links = JSONAPI.Links()
    var meta: Value.Object?
    /// The resources at hand that it leads to, with what links to them.
    var targets: [Target] = []

    enum Linkage {
        /// Nobody has said where it leads.
        case unsaid
        case none
        case one(ResourceIdentifier)
        case many([ResourceIdentifier])
    }

    struct Target {
        let resource: any Resource
        let identifier: ResourceIdentifier
    }

    init(_ name: String, _ linkage: Linkage) {
        self.name = name
        self.linkage = linkage
    }

    /// A relationship that a property of resources makes.
    init(_ name: String, to resources: [any Resource], isList: Bool, _ key: any CodingKey) throws {
        self.name = name
        targets = try resources.map { resource in
            guard let identifier = resource.resourceIdentifier else {
                throw EncodingError.invalidValue(
                    resource,
                    EncodingError.Context(
                        codingPath: [key],
                        debugDescription:
                            "expected an identity or a local name of the linked resource"
                    )
                )
            }
            return Target(resource: resource, identifier: identifier)
        }
        let identifiers = targets.map(\.identifier)
        linkage = isList ? .many(identifiers) : identifiers.first.map { .one($0) } ?? .none
    }

    /// Whether there is nothing to write.
    var isEmptyObject: Bool {
        if case .unsaid = linkage { links.isEmpty && meta == nil } else { false }
    }

    /// Writes the members of the relationship object.
    func write(_ container: inout KeyedEncodingContainer<RelationshipKey>) throws {
        switch linkage {
        case .unsaid: break
        case .none: try container.encodeNil(forKey: .data)
        case .one(let identifier): try container.encode(identifier, forKey: .data)
        case .many(let identifiers): try container.encode(identifiers, forKey: .data)
        }
        if !links.isEmpty { try container.encode(links, forKey: .links) }
        if let meta { try container.encode(Value.object(meta), forKey: .meta) }
    }
}

/// The members of a relationship object.
enum RelationshipKey: String, CodingKey, VerbatimKey {
    case data, links, meta
}
