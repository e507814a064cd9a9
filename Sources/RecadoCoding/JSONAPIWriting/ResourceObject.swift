// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A resource as a model that the JSON under it writes as a resource object.
struct ResourceObject: Encodable {
    private let resource: any Resource
    private let inclusion: Inclusion
    private let paths: IncludePaths?
    /// What its identity is if it does not say.
    var identity: String?

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
        // Optionals are found out about here, which is faster than the containers do it.
        if let id = identifier?.id ?? identity { try container.encode(id, forKey: .id) }
        if let lid = resource.lid { try container.encode(lid, forKey: .lid) }
        // No resource object stands within another one, so that they can share what collects.
        let fields = inclusion.fields
        fields.wanted = inclusion.document.fields[type]
        try container.encode(Attributes(resource: resource, fields: fields), forKey: .attributes)
        try encodeRelationships(fields, identifier, &container)
        if let links = fields.links, !links.isEmpty {
            try container.encode(links, forKey: .links)
        } else if let identifier, let address = inclusion.document.addresses?.resource(identifier) {
            try container.encode(["self": address], forKey: .links)
        }
        if let meta = fields.meta { try container.encode(AnyModel(meta), forKey: .meta) }
        inclusion.note(identifier, fields.relationships, paths)
    }

    private func encodeRelationships(
        _ fields: FieldCollector,
        _ identifier: ResourceIdentifier?,
        _ container: inout KeyedEncodingContainer<CodingKeys>
    ) throws {
        let addresses = inclusion.document.addresses
        var members: KeyedEncodingContainer<VerbatimName>?
        for relationship in fields.relationships where fields.isWanted(relationship.name) {
            var added = JSONAPI.Links()
            if relationship.links.isEmpty, let identifier, let addresses {
                added = addresses.relationship(identifier, relationship.name)
            }
            guard !relationship.isEmptyObject || !added.isEmpty else { continue }
            if members == nil {
                members = container.nestedContainer(
                    keyedBy: VerbatimName.self,
                    forKey: .relationships
                )
            }
            guard
                var object = members?.nestedContainer(
                    keyedBy: RelationshipKey.self,
                    forKey: VerbatimName(relationship.name)
                )
            else { continue }
            if !added.isEmpty { try object.encode(added, forKey: .links) }
            try relationship.write(&object)
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
