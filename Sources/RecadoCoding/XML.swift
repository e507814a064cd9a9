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
/// Reading is strict: a document that is not well-formed is refused, with the place of the first
/// offence. Nothing but the bytes given is ever read: no external entity, no external subset.
public struct XML: DocumentFormat {
    /// The sizes beyond which a document is refused.
    public var limits: Limits

    /// The treatment of document type declarations; they are refused by default.
    ///
    /// Data formats have no use for one, SOAP forbids it, and entities are the classic attack.
    public var doctype: Doctype

    /// Whether names are taken apart into prefix and local name; ``Namespaces/process`` by default.
    public var namespaces: Namespaces

    /// The encoding that came with the document, such as HTTP's `charset`; `nil` by default.
    ///
    /// It overrules the XML declaration, and a byte order mark overrules it (RFC 7303 §3).
    public var encoding: Encoding?

    // MARK: - Models

    /// The name of the root element; by default it is made from the model's type and not checked.
    ///
    /// A type `Film` is written as `<Film>`, an array of it as `<Films>` of `<Film>`.
    /// When a name is set, a document with another root is refused; it may have a
    /// prefix, or a namespace in braces.
    public var root: String?

    /// The name of the elements of an array that stand for no member;
    /// made from the type by default.
    ///
    /// So are those of an array that is the root itself, and of an array within an array (`item`).
    public var item: String?

    /// The namespaces that prefixes in the keys of models stand for; none by default.
    ///
    /// They are declared by the root element on writing. The empty prefix is the default namespace.
    public var prefixes: [String: String]

    /// The form in which nil values are written; by default they are left out.
    ///
    /// It applies to values that a model encodes as nil. A coding that the compiler synthesizes
    /// encodes no property that is nil, in any format.
    public var nulls: Nulls

    /// Whether the root declares the prefix of `xsi:nil`; an envelope around it may have done so.
    package var declaresNil = true

    /// Whether a reference to an entity that has no declared text stands for itself; `false`
    /// by default, which refuses it.
    ///
    /// So REXML reads them, the reader of Rails: `&e;` is the text `&e;`.
    public var keepsUnknownReferences = false

    /// Whether names and types are written as Rails does:
    /// `<created-at type="dateTime">`; `false` by default.
    ///
    /// Names get hyphens for underscores, arrays an element of their own with
    /// `type="array"`, and nil is `nil="true"`. What Rails notes of types is understood in
    /// any case; hyphens only with this choice.
    public var isRails: Bool

    /// The names of elements whose text is written as a CDATA section; none by default.
    ///
    /// `*` stands for all texts that a model encodes as a `String`, and
    /// `#text` for those under that key.
    public var cdata: Set<String>

    /// The form in which elements without content are written; `<a/>` by default.
    public var emptyElements: EmptyElements

    /// The treatment of characters that XML does not have, such as U+0001, in texts that are
    /// written; by default a value that holds one is refused.
    ///
    /// Recado's server replaces them in its responses, so one bad record cannot make a whole list
    /// unreadable.
    public var foreignCharacters: InvalidCharacters

    /// The document type declaration that is written; none by default.
    ///
    /// It is for readers that ask for one. Our own refuses it, unless ``doctype`` says otherwise.
    public var documentType: DocumentType?

    /// Whether output is broken into lines and indented by two spaces; `false` by default.
    ///
    /// An element that holds text is written in one line, since white space is part of it.
    public var isPretty: Bool

    /// Whether output begins with an XML declaration; `true` by default.
    public var writesDeclaration: Bool

    /// Whether members are written in the order of their names; `false` by default.
    public var sortsKeys: Bool

    /// Whether strings that are read lose the white space around them; `false` by default.
    ///
    /// Numbers, booleans, dates and other typed values may have white
    /// space around them in any case.
    public var trimsTexts: Bool

    /// The strategies for writing and reading values where XML leaves a choice.
    ///
    /// By default infinities and NaN are `INF`, `-INF` and `NaN`, as XML Schema writes them,
    /// and 1 and 0 are booleans too.
    public var strategies: CodingStrategies

    /// The values that a model finds in the `userInfo` of its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Creates the default choices: strict, default limits, no document type declaration.
    public init() {
        limits = Limits()
        doctype = .refuse
        namespaces = .process
        encoding = nil
        root = nil
        item = nil
        prefixes = [:]
        nulls = .omitted
        isRails = false
        cdata = []
        emptyElements = .short
        foreignCharacters = .refused
        documentType = nil
        isPretty = false
        writesDeclaration = true
        sortsKeys = false
        trimsTexts = false
        strategies = Self.usualStrategies
        userInfo = [:]
    }

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

    /// The treatment of characters that XML does not have (XML 1.0 §2.2): controls except tab, line
    /// feed and carriage return, U+FFFE and U+FFFF.
    public enum InvalidCharacters: Sendable, Hashable {
        /// The value cannot be written.
        case refused
        /// U+FFFD, the replacement character, stands in the place of each.
        case replaced
    }

    /// The treatment of a document type declaration.
    public enum Doctype: Sendable, Hashable {
        /// The document is refused.
        case refuse
        /// The internal subset is read: internal entities, defaults and types of attributes.
        ///
        /// Readers of streams, such as ``XML/pushReader(options:)``, refuse
        /// the declaration all the same.
        ///
        /// External subsets and external parameter entities are skipped; a reference to any other
        /// external entity, or to one that may be declared in what was skipped, is refused as
        /// ``CodingError/Code/unsupported``. So is, behind any reference to a parameter entity, one
        /// to an entity that is not declared, which is no offence against the grammar there.
        case internalSubset
    }

    /// The meaning of colons in names.
    public enum Namespaces: Sendable, Hashable {
        /// Namespaces in XML 1.0: a prefix must be declared, and a name has one colon at most.
        case process
        /// A colon is a character like any other, as XML 1.0 alone has it.
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
