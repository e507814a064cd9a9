// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A relationship to any number of resources.
///
/// The relationship is absent if the document does not list its targets; otherwise it has any
/// number of targets, each with its content or only its identifier. In formats other than JSON:API,
/// it is an array.
public struct ToMany<Target: Resource>: Sendable {
    /// The target resources in order; `nil` if the document does not list them.
    public var linkage: [Link]?

    /// The links of the relationship: `self`, `related` for the resources, and those to other
    /// pages.
    public var links: JSONAPI.Links

    /// Further information about the relationship.
    public var meta: Value.Object?

    /// One of the targets of a relationship.
    public enum Link: Sendable {
        /// A resource that is known only by its identifier.
        case identifier(ResourceIdentifier)
        /// A resource with its content; the identifier may carry the `meta` of the link.
        case resolved(Target, ResourceIdentifier?)

        /// The identifier; `nil` for a new resource without a local name.
        public var identifier: ResourceIdentifier? {
            switch self {
            case .identifier(let identifier): identifier
            case .resolved(let target, let identifier): identifier ?? target.resourceIdentifier
            }
        }

        /// The resource, if its content is available.
        public var value: Target? {
            if case .resolved(let target, _) = self { target } else { nil }
        }
    }

    /// Creates a relationship.
    ///
    /// - Parameters:
    ///   - linkage: The target resources; `nil`, the default, if they are unknown.
    ///   - links: The links of the relationship.
    ///   - meta: Further information about the relationship.
    public init(
        linkage: [Link]? = nil,
        links: JSONAPI.Links = JSONAPI.Links(),
        meta: Value.Object? = nil
    ) {
        self.linkage = linkage
        self.links = links
        self.meta = meta
    }

    /// Creates a relationship to resources with their content.
    ///
    /// - Parameter targets: The resources in order.
    public init(_ targets: [Target]) {
        self.init(linkage: targets.map { .resolved($0, $0.resourceIdentifier) })
    }

    /// Creates a relationship to resources of which only the identities are known.
    ///
    /// - Parameter ids: The identities in order.
    public init(ids: [String]) {
        let type = Target.resourceType
        self.init(linkage: ids.map { .identifier(ResourceIdentifier(type: type, id: $0)) })
    }

    /// The resources whose content is available, in order.
    public var values: [Target] { linkage?.compactMap { $0.value } ?? [] }

    /// The identifiers of the resources, in order.
    public var identifiers: [ResourceIdentifier] { linkage?.compactMap { $0.identifier } ?? [] }

    /// True if the targets are unknown.
    public var isAbsent: Bool { linkage == nil }
}

extension ToMany: RelationshipModel {
    static var unsaid: ToMany { ToMany() }

    func relationship(named name: String) -> OutgoingRelationship {
        var relationship = OutgoingRelationship(name, .unsaid)
        relationship.links = links
        relationship.meta = meta
        guard let linkage else { return relationship }
        var identifiers: [ResourceIdentifier] = []
        identifiers.reserveCapacity(linkage.count)
        for link in linkage {
            switch link {
            case .identifier(let identifier): identifiers.append(identifier)
            case .resolved(let target, let linked):
                guard let identifier = linked ?? target.resourceIdentifier else { continue }
                identifiers.append(identifier)
                relationship.targets.append(.init(resource: target, identifier: identifier))
            }
        }
        relationship.linkage = .many(identifiers)
        return relationship
    }
}

extension ToMany: ContainerlessDecodable {
    static func read(_ context: TreeDecoder, _ index: Int) throws -> ToMany {
        guard context.holdsResources else {
            return try ToMany(from: DocumentDecoder(context, index))
        }
        let place = RelationshipPlace(context, index)
        return ToMany(
            linkage: try place.linkage(),
            links: try place.links(),
            meta: try place.meta()
        )
    }

    static var absent: ToMany? { nil }
}

extension ToMany: Codable {
    /// Reads a relationship object, or an array in another format.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(try container.decodeNil() ? [] : container.decode([Target].self))
    }

    /// Writes an array of the target resources, or null if the targets are unknown.
    ///
    /// A target that is known only by its identifier is written as its identifier.
    ///
    /// - Parameter encoder: The encoder of a format other than JSON:API.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        guard let linkage else {
            var container = encoder.singleValueContainer()
            return try container.encodeNil()
        }
        var container = encoder.unkeyedContainer()
        for link in linkage {
            switch link {
            case .identifier(let identifier): try container.encode(identifier)
            case .resolved(let target, _): try container.encode(target)
            }
        }
    }
}

extension RelationshipPlace {
    fileprivate func linkage<Target: Resource>() throws -> [ToMany<Target>.Link]? {
        guard let data else { return nil }
        let node = context.node(data)
        guard node.kind == .array else { throw context.mismatch([Target].self, data) }
        var links: [ToMany<Target>.Link] = []
        links.reserveCapacity(node.count)
        var index = data + 1
        while index < node.end {
            let identifier = try context.identifier(index)
            let place = context.resolved(index)
            links.append(
                place.index == index
                    ? .identifier(identifier)
                    : .resolved(try context.resource(Target.self, at: place), identifier)
            )
            index = context.end(of: index)
        }
        return links
    }
}
