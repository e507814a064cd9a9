// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error in a document and its location; converted to a `CodingError` outside the parser.
struct XMLProblem: Error {
    let reason: Reason
    let offset: Int

    init(_ reason: Reason, _ offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The reason of an error; the raw value is the message, unless the message depends on a limit.
    enum Reason: String {
        // Characters and names.
        case end = "the document ends too early"
        case character = "this character is not allowed in XML"
        case utf8 = "the bytes are not UTF-8"
        case name = "expected a name"
        case colon = "this name must not have a colon here"
        case blank = "expected white space"
        // Tags.
        case tag = "expected an attribute or the end of the tag"
        case mismatch = "expected the end tag of the open element"
        case root = "expected the root element"
        case trailing = "expected nothing behind the root element"
        case equals = "expected an equals sign"
        case quote = "expected a value in quotation marks"
        case lessThan = "`<` must be escaped in the value of an attribute"
        case duplicate = "expected this attribute only once in its element"
        // Content between tags.
        case sectionEnd = "`]]>` must be escaped in text"
        case comment = "`--` must not stand in a comment"
        case target = "this target of a processing instruction is reserved"
        case markup = "expected a tag, a comment, a CDATA section or an instruction"
        // References.
        case reference = "expected the name of an entity and a semicolon"
        case characterReference = "this reference names no character of XML"
        case undeclared = "this entity is not declared"
        case unread = "this entity is declared in no part that is read"
        case external = "external entities are never read"
        case unparsed = "an unparsed entity must not be referred to here"
        case recursion = "this entity refers to itself"
        case boundary = "an element must end in the entity in which it begins"
        // Namespaces.
        case prefix = "this prefix is not declared"
        case reserved = "this prefix or namespace is reserved"
        case unbinding = "a prefix cannot be undeclared in XML 1.0"
        // The prolog.
        case declaration = "expected an XML declaration as XML 1.0 writes it"
        case version = "expected version 1.0 of XML"
        case doctype = "document type declarations are refused"
        case subset = "expected a declaration as XML 1.0 writes it"
        case parameter = "a parameter entity must not be referred to here"
        // Limits.
        case amplification = "the entities of this document make it too large"
        case depth, nodes, nameBytes, attributes, textBytes, namespaces, entityDepth
    }

    /// Creates the error for the caller of the parser.
    func failure(_ limits: XML.Limits, in bytes: [UInt8]) -> CodingError {
        CodingError(code, message(limits), place: Document.place(at: offset, in: bytes))
    }

    /// Creates the error for the caller of the parser, at a location in a stream.
    func failure(_ limits: XML.Limits, at location: StreamLocation) -> CodingError {
        CodingError(code, message(limits), place: location.failurePlace)
    }

    private var code: CodingError.Code {
        switch reason {
        case .depth, .entityDepth: .tooDeep
        case .nodes, .nameBytes, .attributes, .textBytes, .namespaces, .amplification: .tooLarge
        case .doctype, .external, .unread, .version: .unsupported
        default: .malformed
        }
    }

    private func message(_ limits: XML.Limits) -> String {
        switch reason {
        case .depth: "expected at most \(limits.depth) levels of nested elements"
        case .nodes: "expected at most \(limits.nodes) values and names"
        case .nameBytes: "expected a name of at most \(limits.nameBytes) bytes"
        case .attributes: "expected at most \(limits.attributes) attributes"
        case .textBytes: "expected a text of at most \(limits.textBytes) bytes"
        case .namespaces: "expected at most \(limits.namespaces) namespaces and prefixes"
        case .entityDepth: "expected at most \(limits.entityDepth) levels of entities"
        default: reason.rawValue
        }
    }
}
