// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The identifier of a resource: its type, with its identity or a local name within one document.
public struct ResourceIdentifier: Sendable, Hashable {
    /// The type, such as `articles`.
    public var type: String

    /// The identity among resources of the type; `nil` for a new resource.
    public var id: String?

    /// The name of a new resource within one document.
    public var lid: String?

    /// Further information about the link.
    public var meta: Value.Object?

    /// Creates the identifier of a resource that the server knows.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - id: The identity.
    ///   - meta: Further information about the link.
    public init(type: String, id: String, meta: Value.Object? = nil) {
        self.type = type
        self.id = id
        self.meta = meta
    }

    /// Creates the identifier of a new resource of the same document.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - lid: The name within the document.
    public init(type: String, lid: String) {
        self.type = type
        self.lid = lid
    }
}

extension ResourceIdentifier: CustomStringConvertible {
    /// The type and the identity, with a slash between them.
    public var description: String { "\(type)/\(id ?? lid.map { "lid:" + $0 } ?? "")" }
}

extension ResourceIdentifier: Codable {
    private enum CodingKeys: String, CodingKey { case type, id, lid, meta }

    /// Reads an identifier object.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder; an identifier needs an `id` or a `lid`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        lid = try container.decodeIfPresent(String.self, forKey: .lid)
        id =
            lid == nil
            ? try container.decode(String.self, forKey: .id)
            : try container.decodeIfPresent(String.self, forKey: .id)
        meta = try container.decodeIfPresent(Value.self, forKey: .meta)?.objectValue
    }

    /// Writes an identifier object.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(id, forKey: .id)
        if id == nil { try container.encodeIfPresent(lid, forKey: .lid) }
        try container.encodeIfPresent(meta.map(Value.object), forKey: .meta)
    }
}

extension ResourceIdentifier: ContainerlessDecodable {
    /// Reads an identifier itself, never the resource to which it refers.
    static func read(_ context: TreeDecoder, _ index: Int) throws -> ResourceIdentifier {
        try context.identifier(index)
    }

    static var absent: ResourceIdentifier? { nil }
}

extension ResourceIdentifier {
    /// Writes an identifier object directly into JSON, at the current position.
    func write(to writer: Writer<JSONSink>) throws {
        try writer.writeContainer(isObject: true) { object in
            try writer.write(text: type, name: "type", of: object)
            if let id {
                try writer.write(text: id, name: "id", of: object)
            } else if let lid {
                try writer.write(text: lid, name: "lid", of: object)
            }
            if let meta { try writer.write(member: Value.object(meta), name: "meta", of: object) }
        }
    }
}
