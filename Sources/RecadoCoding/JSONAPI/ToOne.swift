// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A relationship to one resource, or to none.
///
/// The target has one of four states: absent, if the document does not name it; empty, if it is
/// `null`; an identifier alone; or resolved, if the document contains the resource. In formats
/// other than JSON:API, the relationship is the resource itself, its identifier, or null.
public struct ToOne<Target: Resource>: Sendable {
    /// The target of the relationship.
    public var linkage: Linkage

    /// The links of the relationship: `self`, and `related` for the resource.
    public var links: JSONAPI.Links

    /// Further information about the relationship.
    public var meta: Value.Object?

    /// The target of a relationship to one resource.
    public indirect enum Linkage: Sendable {
        /// The target is unknown, because the document does not name it.
        case absent
        /// The relationship has no target.
        case empty
        /// A resource that is known only by its identifier.
        case identifier(ResourceIdentifier)
        /// A resource with its content; the identifier may carry the `meta` of the link.
        case resolved(Target, ResourceIdentifier?)
    }

    /// Creates a relationship.
    ///
    /// - Parameters:
    ///   - linkage: The target; unknown by default.
    ///   - links: The links of the relationship.
    ///   - meta: Further information about the relationship.
    public init(
        _ linkage: Linkage = .absent,
        links: JSONAPI.Links = JSONAPI.Links(),
        meta: Value.Object? = nil
    ) {
        self.linkage = linkage
        self.links = links
        self.meta = meta
    }

    /// Creates a relationship to a resource with its content, or to none.
    ///
    /// - Parameter target: The resource.
    public init(_ target: Target?) {
        self.init(target.map { .resolved($0, $0.resourceIdentifier) } ?? .empty)
    }

    /// Creates a relationship to a resource of which only the identity is known.
    ///
    /// - Parameter id: The identity.
    public init(id: String) {
        self.init(.identifier(ResourceIdentifier(type: Target.resourceType, id: id)))
    }

    /// The resource, if its content is available.
    public var value: Target? {
        if case .resolved(let target, _) = linkage { target } else { nil }
    }

    /// The identifier of the target resource, if there is one.
    public var identifier: ResourceIdentifier? {
        switch linkage {
        case .absent, .empty: nil
        case .identifier(let identifier): identifier
        case .resolved(let target, let identifier): identifier ?? target.resourceIdentifier
        }
    }

    /// The identity of the target resource; `nil` if there is no target or the target has only a
    /// local name.
    public var id: String? { identifier?.id }
}

extension ToOne: RelationshipModel {
    static var unsaid: ToOne { ToOne() }

    func relationship(named name: String) -> OutgoingRelationship {
        var relationship = OutgoingRelationship(name, .unsaid)
        switch linkage {
        case .absent: break
        case .empty: relationship.linkage = .none
        case .identifier(let identifier): relationship.linkage = .one(identifier)
        case .resolved(let target, let linked):
            relationship.linkage = .none
            guard let identifier = linked ?? target.resourceIdentifier else { break }
            relationship.linkage = .one(identifier)
            relationship.targets = [.init(resource: target, identifier: identifier)]
        }
        relationship.links = links
        relationship.meta = meta
        return relationship
    }
}

extension ToOne: ContainerlessDecodable {
    static func read(_ context: TreeDecoder, _ index: Int) throws -> ToOne {
        guard context.holdsResources else {
            return try ToOne(from: DocumentDecoder(context, index))
        }
        let place = RelationshipPlace(context, index)
        return ToOne(try place.linkage(), links: try place.links(), meta: try place.meta())
    }

    static var absent: ToOne? { nil }
}

extension ToOne: Codable {
    /// Reads a relationship object, or the resource itself in another format.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self.init(.empty)
        } else if let target = try? container.decode(Target.self) {
            self.init(target)
        } else {
            self.init(.identifier(try container.decode(ResourceIdentifier.self)))
        }
    }

    /// Writes the resource itself, its identifier, or null.
    ///
    /// - Parameter encoder: The encoder of a format other than JSON:API.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch linkage {
        case .absent, .empty: try container.encodeNil()
        case .identifier(let identifier): try container.encode(identifier)
        case .resolved(let target, _): try container.encode(target)
        }
    }
}

extension RelationshipPlace {
    fileprivate func linkage<Target: Resource>() throws -> ToOne<Target>.Linkage {
        guard let data else { return .absent }
        if context.isNull(data) { return .empty }
        let identifier = try context.identifier(data)
        let place = context.resolved(data)
        guard place.index != data else { return .identifier(identifier) }
        return .resolved(try context.resource(Target.self, at: place), identifier)
    }
}
