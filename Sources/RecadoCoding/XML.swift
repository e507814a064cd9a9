// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The XML format (XML 1.0, fifth edition, with Namespaces in XML 1.0): how it is read.
///
/// A value of this type is a set of choices; it holds no state and may be shared and reused.
///
/// ```swift
/// var reader = try XML().reader(of: body)
/// while let event = try reader.next() { … }
/// ```
///
/// Reading is strict: a document that is not well-formed is refused, with the place of the first
/// offence. Nothing but the bytes given is ever read: no external entity, no external subset.
public struct XML: Sendable {
    /// What is refused because of its size.
    public var limits: Limits

    /// What happens to a document type declaration; it is refused by default.
    ///
    /// Data formats have no use for one, SOAP forbids it, and entities are the classic attack.
    public var doctype: Doctype

    /// Whether names are taken apart into prefix and local name; ``Namespaces/process`` by default.
    public var namespaces: Namespaces

    /// The encoding that came with the document, such as HTTP's `charset`; `nil` by default.
    ///
    /// It overrules the XML declaration, and a byte order mark overrules it (RFC 7303 §3).
    public var encoding: Encoding?

    /// What a model finds in the `userInfo` of its decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Creates the default choices: strict, default limits, no document type declaration.
    public init() {
        limits = Limits()
        doctype = .refuse
        namespaces = .process
        encoding = nil
        userInfo = [:]
    }

    /// What happens to a document type declaration.
    public enum Doctype: Sendable, Hashable {
        /// The document is refused.
        case refuse
        /// The internal subset is read: internal entities, defaults and types of attributes.
        ///
        /// External subsets and external parameter entities are skipped; a reference to any other
        /// external entity, or to one that may be declared in what was skipped, is refused.
        case internalSubset
    }

    /// What colons in names mean.
    public enum Namespaces: Sendable, Hashable {
        /// Namespaces in XML 1.0: a prefix must be declared, and a name has one colon at most.
        case process
        /// A colon is a character like any other, as XML 1.0 alone has it.
        case ignore
    }

    /// Parses a document into a tree.
    package func document(from bytes: [UInt8]) throws(CodingFailure) -> Document {
        try Document.xml(bytes, self)
    }

    /// Parses a document into a tree.
    package func document(from text: String) throws(CodingFailure) -> Document {
        var choices = self
        choices.encoding = .utf8
        return try Document.xml(Array(text.utf8), choices)
    }
}
