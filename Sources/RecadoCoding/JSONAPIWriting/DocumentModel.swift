// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A document as a model that the JSON under it writes.
struct DocumentModel: Encodable {
    let document: OutgoingDocument
    /// The relationships whose resources are included; all at hand if `nil`.
    let include: IncludePaths?
    let naming: KeyNaming

    private enum CodingKeys: String, CodingKey, VerbatimKey {
        case jsonapi, links, data, errors, included, meta
    }

    func encode(to encoder: any Encoder) throws {
        // A model may be encoded twice; each time begins anew.
        let inclusion = Inclusion(document, naming)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Value.object(document.implementation), forKey: .jsonapi)
        if !document.links.isEmpty { try container.encode(document.links, forKey: .links) }
        switch document.primary {
        case .null: try container.encodeNil(forKey: .data)
        case .resource(let resource):
            try container.encode(ResourceObject(resource, inclusion, include), forKey: .data)
        case .resources(let resources):
            let objects = resources.map { ResourceObject($0, inclusion, include) }
            try container.encode(objects, forKey: .data)
        case .identifier(let identifier): try container.encode(identifier, forKey: .data)
        case .identifiers(let identifiers): try container.encode(identifiers, forKey: .data)
        case .errors(let errors): try container.encode(errors, forKey: .errors)
        }
        try encodeIncluded(inclusion, &container)
        try container.encodeIfPresent(document.meta.map(Value.object), forKey: .meta)
    }

    private func encodeIncluded(
        _ inclusion: Inclusion,
        _ container: inout KeyedEncodingContainer<CodingKeys>
    ) throws {
        if let included = document.included {
            let objects = included.map { ResourceObject($0, inclusion, IncludePaths()) }
            return try container.encode(objects, forKey: .included)
        }
        guard document.isFollowed, !inclusion.isEmpty || include?.isEmpty == false else { return }
        var list = container.nestedUnkeyedContainer(forKey: .included)
        while let (resource, paths) = inclusion.next() {
            try list.encode(ResourceObject(resource, inclusion, paths))
        }
    }
}

/// The resources that a document is to include, each once.
final class Inclusion {
    let document: OutgoingDocument
    let naming: KeyNaming
    /// The relationships of what was written, by identity.
    private var written: [ResourceIdentifier: [Relationship]] = [:]
    private var seen: Set<Visit> = []
    private var pending: [(resource: any Resource, paths: IncludePaths?)] = []
    private var position = 0

    struct Relationship {
        let name: String
        let targets: [any Resource]
    }

    private struct Visit: Hashable {
        let identifier: ResourceIdentifier
        let paths: IncludePaths?
    }

    init(_ document: OutgoingDocument, _ naming: KeyNaming) {
        self.document = document
        self.naming = naming
    }

    /// Whether nothing waits to be included.
    var isEmpty: Bool { position == pending.count }

    /// Takes note of a resource that was written, and of what its relationships lead to.
    func note(_ resource: any Resource, _ relationships: [Relationship], _ paths: IncludePaths?) {
        guard document.included == nil else { return }
        if let identifier = resource.resourceIdentifier {
            written[identifier] = relationships
            seen.insert(Visit(identifier: identifier, paths: paths))
        }
        follow(relationships, paths)
    }

    private func follow(_ relationships: [Relationship], _ paths: IncludePaths?) {
        for relationship in relationships {
            let rest = paths?.children[relationship.name]
            if paths != nil, rest == nil { continue }
            for target in relationship.targets { pending.append((target, rest)) }
        }
    }

    /// The next resource that was not written yet, and the paths to follow from it.
    func next() -> (resource: any Resource, paths: IncludePaths?)? {
        while position < pending.count {
            let (resource, paths) = pending[position]
            position += 1
            guard let identifier = resource.resourceIdentifier else { continue }
            guard let relationships = written[identifier] else { return (resource, paths) }
            if seen.insert(Visit(identifier: identifier, paths: paths)).inserted {
                follow(relationships, paths)
            }
        }
        return nil
    }
}
