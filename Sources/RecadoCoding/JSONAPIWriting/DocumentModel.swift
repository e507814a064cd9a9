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
        case .nothing: break
        case .null: try container.encodeNil(forKey: .data)
        case .resource(let resource):
            var object = ResourceObject(resource, inclusion, include)
            object.identity = document.identity
            try container.encode(object, forKey: .data)
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
        guard inclusion.isFollowing, !inclusion.isEmpty || include?.isEmpty == false else { return }
        var list = container.nestedUnkeyedContainer(forKey: .included)
        while let (resource, paths) = inclusion.next() {
            try list.encode(ResourceObject(resource, inclusion, paths))
        }
    }
}
