// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The XML format (XML 1.0, fifth edition, with Namespaces in XML 1.0): how it is read and written.
///
/// A value of this type is a set of choices; it holds no state and may be shared and reused.
///
/// ```swift
/// var reader = try XML().reader(of: body)
/// while let event = try reader.next() { … }
/// ```
///
/// Reading is strict: a document that is not well-formed is refused, with the position of the first
/// error. Only the bytes given are ever read: no external entity, no external subset.
public struct XML: DocumentFormat, ModelFormat {
    /// The sizes beyond which a document is refused.
    public var limits = Limits()

    /// The treatment of document type declarations; they are refused by default.
    ///
    /// Data formats do not need them, SOAP forbids them, and entities are the classic attack.
    public var doctype: Doctype = .refuse

    /// The handling of colons in names, which may separate a prefix from a local name;
    /// ``Namespaces/process`` by default.
    public var namespaces: Namespaces = .process

    /// The encoding that came with the document, such as HTTP's `charset`; `nil` by default.
    ///
    /// It overrules the XML declaration, and is overruled by a byte order mark (RFC 7303 §3).
    public var encoding: Encoding?

    // MARK: - Models

    /// The name of the root element; by default it is made from the model's type and not checked.
    ///
    /// A type `Film` is written as `<Film>`, an array of films as `<Films>` with elements `<Film>`.
    /// When a name is set, a document with another root is refused; the name may have a prefix, or
    /// a namespace in braces.
    public var root: String?

    /// The name of array elements that get no name from a member; made from the type by default.
    ///
    /// These are the elements of an array that is the root itself, and those of an array within an
    /// array (`item` by default).
    public var item: String?

    /// The namespaces of the prefixes in the keys of models; none by default.
    ///
    /// The root element declares them on writing. The empty prefix is the default namespace.
    public var prefixes: [String: String] = [:]

    /// The form in which nil values are written; by default they are left out.
    ///
    /// It applies to values that a model encodes as nil. A synthesized `encode(to:)` does not
    /// encode properties that are nil, in any format.
    public var nulls: Nulls = .omitted

    /// True if the root declares the prefix of `xsi:nil`; false if an enclosing envelope has done
    /// so.
    package var declaresNil = true

    /// True if a reference to an entity without declared text is kept as text; `false` by default,
    /// which refuses the document.
    ///
    /// REXML, the reader that Rails uses, does so: `&e;` becomes the text `&e;`.
    public var keepsUnknownReferences = false

    /// True if names and types are written as Rails does: `<created-at type="dateTime">`; `false`
    /// by default.
    ///
    /// Names get hyphens in place of underscores, arrays an element of their own with
    /// `type="array"`, and nil is `nil="true"`. Reading understands the type attributes of Rails in
    /// any case, hyphens in names only with this choice.
    public var isRails = false

    /// The names of elements whose text is written as a CDATA section; none by default.
    ///
    /// `*` stands for all texts that a model encodes as a `String`, and `#text` for those with that
    /// key.
    public var cdata: Set<String> = []

    /// The form in which elements without content are written; `<a/>` by default.
    public var emptyElements: EmptyElements = .short

    /// The treatment of characters that XML does not allow, such as U+0001, in texts that are
    /// written; by default a value that contains one is refused.
    ///
    /// Recado's server replaces them in its responses, so one bad record cannot make a whole list
    /// unreadable.
    public var foreignCharacters: InvalidCharacters = .refused

    /// The document type declaration that is written; none by default.
    ///
    /// It is for readers that require one. Recado's own reader refuses it, unless ``doctype``
    /// allows it.
    public var documentType: DocumentType?

    /// True if output is broken into lines and indented by two spaces; `false` by default.
    ///
    /// An element that holds text is written in one line, since white space is part of it.
    public var isPretty = false

    /// True if output begins with an XML declaration; `true` by default.
    public var writesDeclaration = true

    /// True if members are written in the order of their names; `false` by default.
    public var sortsKeys = false

    /// True if white space around strings is removed on reading; `false` by default.
    ///
    /// Numbers, booleans, dates and other typed values may have white space around them in any
    /// case.
    public var trimsTexts = false

    /// The strategies for writing and reading values where XML leaves a choice.
    ///
    /// By default infinities and NaN are `INF`, `-INF` and `NaN`, as XML Schema writes them,
    /// and 1 and 0 are booleans too.
    public var strategies = Self.usualStrategies

    /// The values that a model finds in the `userInfo` of its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates the default choices: strict, default limits, no document type declaration.
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
        /// As an empty element.
        case empty
        /// As an empty element with `xsi:nil="true"`.
        case xsiNil
    }

    /// The form in which elements without content are written.
    public enum EmptyElements: Sendable, Hashable {
        /// As one tag: `<a/>`.
        case short
        /// As two tags: `<a></a>`.
        case long
    }

    /// The treatment of characters that XML does not allow (XML 1.0 §2.2): controls except tab,
    /// line feed and carriage return, U+FFFE and U+FFFF.
    public enum InvalidCharacters: Sendable, Hashable {
        /// The value cannot be written.
        case refused
        /// Each is replaced by U+FFFD, the replacement character.
        case replaced
    }

    /// The treatment of a document type declaration.
    public enum Doctype: Sendable, Hashable {
        /// The document is refused.
        case refuse
        /// The internal subset is read: internal entities, defaults and types of attributes.
        ///
        /// Readers of streams, such as ``XML/pushReader(options:)``, refuse the declaration even
        /// so.
        ///
        /// External subsets and external parameter entities are skipped. A reference to any other
        /// external entity, or to one whose declaration may have been skipped, is refused as
        /// ``CodingError/Code/unsupported``. So is a reference to an undeclared entity after any
        /// reference to a parameter entity, where it does not violate the grammar.
        case internalSubset
    }

    /// The meaning of colons in names.
    public enum Namespaces: Sendable, Hashable {
        /// Namespaces in XML 1.0: a prefix must be declared, and a name has one colon at most.
        case process
        /// A colon is a character like any other, as in XML 1.0 without namespaces.
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
