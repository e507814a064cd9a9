// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The XML format (XML 1.0, fifth edition, with Namespaces in XML 1.0): how it is read and written.
///
/// A value of this type holds only settings, no state, and can be shared and reused.
///
/// ```swift
/// var reader = try XML().reader(of: body)
/// while let event = try reader.next() { … }
/// ```
///
/// Reading is strict: a document that is not well-formed is refused, with the position of the first
/// error. Only the given bytes are ever read: external entities and external subsets are not
/// loaded.
public struct XML: DocumentFormat, ModelFormat {
    /// The sizes beyond which a document is refused.
    public var limits = Limits()

    /// The handling of document type declarations; they are refused by default.
    ///
    /// Data formats do not need them, SOAP forbids them, and their entities are often used for
    /// attacks.
    public var doctype: Doctype = .refuse

    /// The handling of colons in names, which may separate a prefix from a local name;
    /// ``Namespaces/process`` by default.
    public var namespaces: Namespaces = .process

    /// The encoding that is known from outside the document, such as from the `charset` parameter
    /// of an HTTP `Content-Type`; `nil` by default.
    ///
    /// It takes precedence over the XML declaration, but not over a byte order mark (RFC 7303 §3).
    public var encoding: Encoding?

    // MARK: - Models

    /// The name of the root element; by default, it is made from the model's type on writing and
    /// not checked on reading.
    ///
    /// A type `Film` is written as `<Film>`, an array of films as `<Films>` with elements `<Film>`.
    /// When a name is set, a document with another root is refused; the name may have a prefix, or
    /// a namespace in braces.
    public var root: String?

    /// The element name for the elements of a root array and of an array within an array.
    ///
    /// No coding key names these elements. By default, the name of a root array's elements is made
    /// from their type, and the elements of an array within an array are named `item`.
    public var item: String?

    /// The namespaces of the prefixes that coding keys use; none by default.
    ///
    /// The root element declares them on writing. The empty prefix is the default namespace.
    public var prefixes: [String: String] = [:]

    /// The form in which nil values are written; by default they are left out.
    ///
    /// It applies only to values that a model explicitly encodes as nil. A synthesized
    /// `encode(to:)` leaves out nil properties in every format.
    public var nulls: Nulls = .omitted

    /// True if the root element declares the prefix of `xsi:nil`; false if an enclosing envelope
    /// declares it.
    package var declaresNil = true

    /// True if a reference to an entity whose text is not known is kept as text; by default
    /// (`false`), the document is refused.
    ///
    /// If it is true and `e` is undeclared or external, `&e;` becomes the text `&e;`, as in REXML,
    /// the parser that Rails uses.
    public var keepsUnknownReferences = false

    /// True if names and types are written as in Rails: `<created-at type="dateTime">`; `false` by
    /// default.
    ///
    /// Names have hyphens instead of underscores, an array has its own element with `type="array"`,
    /// and nil is written as `nil="true"`. On reading, the type attributes of Rails are always
    /// understood, but hyphens in names are converted only if this is true.
    public var isRails = false

    /// The names of elements whose text is written as a CDATA section; none by default.
    ///
    /// `*` selects all texts that a model encodes as a `String`, and `#text` selects texts with
    /// that key.
    public var cdata: Set<String> = []

    /// The form in which elements without content are written; `<a/>` by default.
    public var emptyElements: EmptyElements = .short

    /// The handling of characters that XML does not allow, such as U+0001, on writing; by default,
    /// a text with such a character is an error.
    ///
    /// Recado's server replaces them in its responses, so that one bad record does not make a whole
    /// list unreadable.
    public var foreignCharacters: InvalidCharacters = .refused

    /// The document type declaration that is written; none by default.
    ///
    /// Some parsers require a declaration. Recado's own parser refuses it, unless ``doctype``
    /// allows it.
    public var documentType: DocumentType?

    /// True if output is broken into lines and indented by two spaces; `false` by default.
    ///
    /// An element that contains text is written on one line, because white space would change its
    /// content.
    public var isPretty = false

    /// True if output begins with an XML declaration; `true` by default.
    public var writesDeclaration = true

    /// True if members are written in the order of their names; `false` by default.
    public var sortsKeys = false

    /// True if white space around strings is removed on reading; `false` by default.
    ///
    /// Numbers, booleans, dates and other typed values may have white space around them even if
    /// this is false.
    public var trimsTexts = false

    /// The strategies for values that XML can represent in more than one way.
    ///
    /// By default, infinities and NaN are `INF`, `-INF` and `NaN` as in XML Schema, and 1 and 0 are
    /// accepted as Booleans.
    public var strategies = Self.usualStrategies

    /// The values that a model finds in the `userInfo` of its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a format with the default settings.
    public init() {}

    private static let usualStrategies = {
        var strategies = CodingStrategies()
        strategies.nonFiniteNumbers = .xmlSchema
        strategies.booleans = .lenient
        return strategies
    }()

    /// The form in which nil values are written.
    public enum Nulls: Sendable, Hashable {
        /// A member is left out; an element of an array is an empty element.
        case omitted
        /// Nil is written as an empty element.
        case empty
        /// Nil is written as an empty element with `xsi:nil="true"`.
        case xsiNil
    }

    /// The form in which elements without content are written.
    public enum EmptyElements: Sendable, Hashable {
        /// One tag: `<a/>`.
        case short
        /// Two tags: `<a></a>`.
        case long
    }

    /// The handling of characters that XML does not allow (XML 1.0 §2.2): U+FFFE, U+FFFF, and all
    /// control characters except tab, line feed and carriage return.
    public enum InvalidCharacters: Sendable, Hashable {
        /// The value cannot be written.
        case refused
        /// Each such character is replaced by U+FFFD, the replacement character.
        case replaced
    }

    /// The handling of a document type declaration.
    public enum Doctype: Sendable, Hashable {
        /// The document is refused.
        case refuse
        /// The internal subset is read: internal entities, defaults and types of attributes.
        ///
        /// Readers of streams, such as ``XML/pushReader(options:)``, always refuse the declaration.
        ///
        /// External subsets and external parameter entities are skipped. A reference to any other
        /// external entity fails with ``CodingError/Code/unsupported``. A reference to an
        /// undeclared entity fails with the same code if its declaration may have been skipped or
        /// may be in a parameter entity; otherwise, and always in a standalone document, it fails
        /// with ``CodingError/Code/malformed``.
        case internalSubset
    }

    /// The handling of colons in names.
    public enum Namespaces: Sendable, Hashable {
        /// Namespaces in XML 1.0: a prefix must be declared, and a name has at most one colon.
        case process
        /// A colon has no special meaning, as in XML 1.0 without namespaces.
        case ignore
    }

    /// Parses a document into a tree.
    package func document(from bytes: [UInt8]) throws(CodingError) -> Document {
        try Document.xml(bytes, self)
    }

    /// Parses a document into a tree.
    package func document(from text: String) throws(CodingError) -> Document {
        var choices = self
        choices.encoding = .utf8
        return try Document.xml(Array(text.utf8), choices)
    }
}
