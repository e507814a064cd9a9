// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSONAPI {
    /// Writes a document with one resource.
    ///
    /// If a relationship holds whole resources, not just their identifiers, these resources are
    /// written to `included`, each once. ``include`` restricts which relationships are followed.
    ///
    /// - Parameters:
    ///   - resource: The resource, or `nil` for null.
    ///   - links: The links of the document.
    ///   - meta: The metadata of the document.
    /// - Returns: The document, in UTF-8.
    /// - Throws: ``CodingError`` with the position of the value that cannot be written: a name that
    ///   JSON:API does not allow, a linked resource with neither an identity nor a local name, or a
    ///   value that ``JSON/encode(_:)`` refuses.
    public func encode<Model: Resource>(
        _ resource: Model?,
        links: Links = Links(),
        meta: Value.Object? = nil
    ) throws(CodingError) -> [UInt8] {
        let primary = resource.map { OutgoingDocument.Primary.resource($0) } ?? .null
        return try encode(OutgoingDocument(primary, links: links, meta: meta))
    }

    /// Writes a document with a list of resources.
    ///
    /// - Parameters:
    ///   - resources: The resources in order.
    ///   - links: The links of the document, such as those to other pages.
    ///   - meta: The metadata of the document.
    /// - Returns: The document, in UTF-8.
    /// - Throws: ``CodingError`` with the position of the value that cannot be written.
    public func encode<Model: Resource>(
        _ resources: [Model],
        links: Links = Links(),
        meta: Value.Object? = nil
    ) throws(CodingError) -> [UInt8] {
        try encode(OutgoingDocument(.resources(resources), links: links, meta: meta))
    }

    /// Writes a document with only the targets of a to-many relationship, for requests to the
    /// relationship's own URL.
    ///
    /// - Parameter linkage: The identifiers.
    /// - Returns: The document, in UTF-8.
    /// - Throws: ``CodingError`` with the position of the value that cannot be written.
    public func encode(linkage: [ResourceIdentifier]) throws(CodingError) -> [UInt8] {
        try encode(OutgoingDocument(.identifiers(linkage)))
    }

    /// Writes a document with only the target of a to-one relationship, for requests to the
    /// relationship's own URL.
    ///
    /// - Parameter linkage: The identifier, or `nil` for none.
    /// - Returns: The document, in UTF-8.
    /// - Throws: ``CodingError`` with the position of the value that cannot be written.
    public func encode(linkage: ResourceIdentifier?) throws(CodingError) -> [UInt8] {
        try encode(OutgoingDocument(linkage.map { .identifier($0) } ?? .null))
    }

    /// Writes a document with errors instead of data.
    ///
    /// - Parameter errors: The errors.
    /// - Returns: The document, in UTF-8.
    /// - Throws: ``CodingError`` with the position of the value that cannot be written.
    public func encode(_ errors: Errors) throws(CodingError) -> [UInt8] {
        try encode(OutgoingDocument(.errors(errors.errors), meta: errors.meta))
    }

    /// Writes a document.
    package func encode(_ document: OutgoingDocument) throws(CodingError) -> [UInt8] {
        try json.encode(
            DocumentModel(document: document, include: include, naming: strategies.keys)
        )
    }
}
