// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Writes resource objects directly into the JSON of a document.
///
/// Members that the model encodes are written through containers; the members that JSON:API adds
/// are written directly.
struct ResourceWriter {
    let writer: Writer<JSONSink>
    let inclusion: Inclusion

    /// Writes a resource object at the current position.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - address: The identity to use if the resource has none itself.
    ///   - paths: The paths to follow from it; `nil` for all.
    /// - Throws: An error for a value that cannot be written.
    func write(
        _ resource: some Resource,
        addressed address: String? = nil,
        _ paths: IncludePaths?
    ) throws {
        let identifier = resource.resourceIdentifier
        let type = identifier?.type ?? Swift.type(of: resource).resourceType
        // All resource objects can share one collector, because they are never nested.
        let fields = inclusion.fields
        fields.wanted = inclusion.document.fields[type]
        try writer.writeContainer(isObject: true) { object in
            try writer.write(text: type, name: "type", of: object)
            if let id = identifier?.id ?? address {
                try writer.write(text: id, name: "id", of: object)
            }
            if let lid = resource.lid { try writer.write(text: lid, name: "lid", of: object) }
            try writer.write(
                member: Attributes(resource: resource, fields: fields),
                name: "attributes",
                of: object
            )
            try writeRelationships(of: identifier, object)
            try writeRest(of: identifier, object)
        }
        inclusion.note(identifier, paths)
    }

    private func writeRest(
        of identifier: ResourceIdentifier?,
        _ object: Token<JSONSink>
    ) throws {
        let fields = inclusion.fields
        if let links = fields.links, !links.isEmpty {
            try writer.write(member: links, name: "links", of: object)
        } else if let identifier, let address = inclusion.document.addresses?.resource(identifier) {
            try writer.write(member: ["self": address], name: "links", of: object)
        }
        if let meta = fields.meta { try writer.write(member: meta, name: "meta", of: object) }
    }

    private func writeRelationships(
        of identifier: ResourceIdentifier?,
        _ object: Token<JSONSink>
    ) throws {
        let fields = inclusion.fields
        let addresses = inclusion.document.addresses
        var members: Token<JSONSink>?
        for relationship in fields.relationships where fields.isWanted(relationship.name) {
            var added = JSONAPI.Links()
            if relationship.links.isEmpty, let identifier, let addresses {
                added = addresses.relationship(identifier, relationship.name)
            }
            guard !relationship.isEmptyObject || !added.isEmpty else { continue }
            if members == nil {
                guard try writer.begin(object.level, object.serial, "relationships") != nil else {
                    return
                }
                members = writer.openContainer(isObject: true)
            }
            guard let members,
                try writer.begin(members.level, members.serial, relationship.name) != nil
            else { return }
            try writer.writeContainer(isObject: true) {
                try relationship.write(to: writer, $0, added)
            }
        }
        if members != nil { writer.closeFrames(downTo: Int(object.level) + 1) }
    }

    /// Encodes the attributes of a resource, and stores its other fields in the collector.
    private struct Attributes<Model: Resource>: Encodable {
        let resource: Model
        let fields: FieldCollector

        func encode(to encoder: any Encoder) throws {
            fields.begin()
            try resource.encode(to: ResourceEncoder(base: encoder, fields: fields))
        }
    }
}

extension Writer<JSONSink> {
    /// Writes an object or array whose members are written by a function of this module.
    @inline(__always)
    func writeContainer(isObject: Bool, _ body: (Token<JSONSink>) throws -> Void) throws {
        let token = openContainer(isObject: isObject)
        if let failure { throw failure }
        try body(token)
        closeFrames(downTo: Int(token.level))
    }

    /// Writes a member whose value is a text.
    @inline(__always)
    func write(text: String, name: String, of token: Token<JSONSink>) throws {
        if try begin(token.level, token.serial, name) != nil { write(text) }
    }
}
