// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A resource as a model that the JSON under it writes as a resource object.
struct ResourceObject: Encodable {
    private let resource: any Resource
    private let inclusion: Inclusion
    private let paths: IncludePaths?

    private enum CodingKeys: String, CodingKey, VerbatimKey {
        case type, id, lid, attributes, relationships, links, meta
    }

    init(_ resource: any Resource, _ inclusion: Inclusion, _ paths: IncludePaths?) {
        self.resource = resource
        self.inclusion = inclusion
        self.paths = paths
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let type = Swift.type(of: resource).resourceType
        let identifier = resource.resourceIdentifier
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(identifier?.id, forKey: .id)
        try container.encodeIfPresent(resource.lid, forKey: .lid)
        let fields = FieldCollector(
            wanted: inclusion.document.fields[type],
            naming: inclusion.naming
        )
        try container.encode(Attributes(resource: resource, fields: fields), forKey: .attributes)
        try encodeRelationships(fields, identifier, &container)
        if let links = fields.links, !links.isEmpty {
            try container.encode(links, forKey: .links)
        } else if let identifier, let address = inclusion.document.addresses?.resource(identifier) {
            try container.encode(["self": address], forKey: .links)
        }
        if let meta = fields.meta { try container.encode(AnyModel(meta), forKey: .meta) }
        let relationships = fields.relationships.map {
            Inclusion.Relationship(name: $0.name, targets: $0.targets)
        }
        inclusion.note(resource, relationships, paths)
    }

    private func encodeRelationships(
        _ fields: FieldCollector,
        _ identifier: ResourceIdentifier?,
        _ container: inout KeyedEncodingContainer<CodingKeys>
    ) throws {
        var objects: [RelationshipObject] = []
        for relationship in fields.relationships where fields.isWanted(relationship.name) {
            let links = identifier.flatMap {
                inclusion.document.addresses?.relationship($0, relationship.name)
            }
            guard !relationship.isEmptyObject || links != nil else { continue }
            objects.append(RelationshipObject(relationship: relationship, links: links))
        }
        guard !objects.isEmpty else { return }
        var members = container.nestedContainer(keyedBy: VerbatimName.self, forKey: .relationships)
        for object in objects {
            try members.encode(object, forKey: VerbatimName(object.relationship.name))
        }
    }

    /// The attributes of a resource; its other fields are put aside.
    private struct Attributes: Encodable {
        let resource: any Resource
        let fields: FieldCollector

        func encode(to encoder: any Encoder) throws {
            fields.begin()
            try resource.encode(to: ResourceEncoder(base: encoder, fields: fields))
        }
    }
}

/// A relationship, with its links.
private struct RelationshipObject: Encodable {
    let relationship: FieldCollector.Relationship
    let links: JSONAPI.Links?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RelationshipKey.self)
        if let links, relationship.model?.hasLinks != true {
            try container.encode(links, forKey: .links)
        }
        if let model = relationship.model { return try model.write(&container) }
        if relationship.isList {
            try container.encode(relationship.identifiers, forKey: .data)
        } else if let identifier = relationship.identifiers.first {
            try container.encode(identifier, forKey: .data)
        } else {
            try container.encodeNil(forKey: .data)
        }
    }
}

/// The name of a field, which no rule for names concerns any more.
struct VerbatimName: VerbatimKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A value whose type is not known where it is written.
private struct AnyModel: Encodable {
    private let value: any Encodable
    init(_ value: any Encodable) { self.value = value }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
