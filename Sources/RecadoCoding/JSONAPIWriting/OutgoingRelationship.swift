// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A relationship of a resource, kept until the attributes have been written.
///
/// The content of the property is extracted immediately, because code that is generic over the
/// target type is slow.
struct OutgoingRelationship {
    let name: String
    var linkage: Linkage
    var links = JSONAPI.Links()
    var meta: Value.Object?
    /// The target resources whose content is available, with their identifiers.
    var targets: [Target] = []

    enum Linkage {
        /// The targets are unknown.
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

    /// Creates the relationship for a property that is a resource or a list of resources.
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

    /// True if the relationship object would have no members.
    var isEmptyObject: Bool {
        if case .unsaid = linkage { links.isEmpty && meta == nil } else { false }
    }

    /// Writes the members of the relationship object.
    ///
    /// - Parameters:
    ///   - writer: The writer of the document.
    ///   - object: The token of the relationship object.
    ///   - added: The links that the document adds to a relationship that has none.
    /// - Throws: An error for a value that cannot be written.
    func write(
        to writer: Writer<JSONSink>,
        _ object: Token<JSONSink>,
        _ added: JSONAPI.Links
    ) throws {
        if !added.isEmpty { try writer.write(member: added, name: "links", of: object) }
        switch linkage {
        case .unsaid: break
        case .none: try writer.write(member: Value.null, name: "data", of: object)
        case .one(let identifier):
            guard try writer.begin(object.level, object.serial, "data") != nil else { return }
            try identifier.write(to: writer)
        case .many(let identifiers):
            guard try writer.begin(object.level, object.serial, "data") != nil else { return }
            try writer.writeContainer(isObject: false) { list in
                for identifier in identifiers where try writer.begin(list.level, list.serial) != nil
                {
                    try identifier.write(to: writer)
                }
            }
        }
        if !links.isEmpty { try writer.write(member: links, name: "links", of: object) }
        if let meta { try writer.write(member: Value.object(meta), name: "meta", of: object) }
    }
}
