// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    // MARK: - Reading

    /// Reads a model from an XML document.
    ///
    /// A member is read from the first child element with its name, or else from the attribute with
    /// its name. A key that begins with `@` selects only the attribute; `#text` selects the text,
    /// and `*` the mixed content. `{uri}name`, or a prefix from ``prefixes``, selects a namespace.
    /// An array is read from all children with its name, even if they are not adjacent; a root
    /// array is read from all child elements.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The document, in any supported encoding.
    /// - Returns: The model.
    /// - Throws: ``CodingError`` with the position of the error.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from bytes: [UInt8]
    ) throws(CodingError) -> T {
        try checked(document(from: bytes)).decode(type, choices)
    }

    /// Parses an XML document; if ``root`` is set, the root element must have that name.
    ///
    /// A path into the document begins with a child or attribute of the root element. As a
    /// `Value`, an element that contains only characters is a string. Any other element is an
    /// object with its attributes (named with a leading `@`), its children, and its characters as
    /// `#text`. Children with the same name form an array at the position of the first.
    ///
    /// - Parameter bytes: The document, in any supported encoding.
    /// - Returns: The document.
    /// - Throws: ``CodingError`` with the position of malformed content or an exceeded limit.
    public func parse(_ bytes: [UInt8]) throws(CodingError) -> ParsedDocument {
        ParsedDocument(try checked(document(from: bytes)), choices)
    }

    /// Parses an XML document in a string; an encoding that it declares is ignored.
    ///
    /// - Parameter text: The document.
    /// - Returns: The document.
    /// - Throws: ``CodingError`` with the position of malformed content or an exceeded limit.
    public func parse(_ text: String) throws(CodingError) -> ParsedDocument {
        ParsedDocument(try checked(document(from: text)), choices)
    }

    /// The settings of this format that apply to decoding.
    package var choices: DecodingChoices {
        var strategies = strategies
        if isRails, strategies.keys.isIdentity { strategies.keys = .dasherized }
        var choices = DecodingChoices(
            strategies: strategies,
            userInfo: userInfo,
            prefixes: prefixes
        )
        choices.trimsTexts = trimsTexts
        choices.ignoresNamespaces = namespaces == .ignore
        return choices
    }

    /// Returns the document; throws if its root does not have the required name.
    package func checked(_ document: Document) throws(CodingError) -> Document {
        guard let root, let found = document.rootName,
            !matches(root, local: found.local, namespace: found.namespace)
        else { return document }
        throw CodingError(
            .typeMismatch,
            "expected the root element \(root), found \(found.local)",
            place: document.place(of: 0)
        )
    }

    /// True if an element name matches a wanted name; a wanted name without a namespace matches any
    /// namespace.
    func matches(_ wanted: String, local: String, namespace: String) -> Bool {
        ByteReader.lending(wanted) { text in
            let wanted = namespaces == .ignore ? NameInXML(whole: text) : NameInXML(text, prefixes)
            return ByteReader.lending(local) { $0 == wanted.local }
                && (wanted.namespace ?? namespace) == namespace
        }
    }

    // MARK: - Writing

    /// Encodes a value.
    ///
    /// Members are child elements in the order in which the model encodes them; arrays are repeated
    /// elements. Property wrappers or coding keys select attributes, text and CDATA sections.
    ///
    /// - Parameter value: The value.
    /// - Returns: The document, in UTF-8.
    /// - Throws: ``CodingError`` for a value that XML cannot express: a key that is not an XML name
    ///   (such as a number), a prefix that is not declared, or a control character; and for the
    ///   same reasons as ``JSON/encode(_:)``.
    public func encode(_ value: some Encodable) throws(CodingError) -> [UInt8] {
        let sink = sink(for: value)
        let declaration: StaticString =
            isPretty
            ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
        let around: (prologue: StaticString, epilogue: StaticString) =
            (writesDeclaration ? declaration : "", isPretty ? "\n" : "")
        guard let documentType else {
            return try Writing.bytes(of: value, to: sink, options: writingOptions, around: around)
        }
        let type = try documentType.text(root: sink.rootName)
        let prologue = Array("\(around.prologue)\(type)\(around.epilogue)".utf8)
        return try Writing.encode(value, to: sink, options: writingOptions) { output in
            prologue + output.bytes + Array("\(around.epilogue)".utf8)
        }
    }

    /// Encodes a value as one element of a list whose root element has already been written.
    ///
    /// The root element declares the prefixes, so the element does not.
    func encode<Model: Encodable>(
        elementOfList value: Model
    ) throws(CodingError) -> [UInt8] {
        let names = RootNames(of: [Model].self, isRails: isRails)
        let options = XMLSink.Options(
            self,
            root: item ?? names.item,
            item: item ?? RootNames.known(of: Model.self, isRails: isRails).item,
            isWithinList: true
        )
        return try Writing.encode(value, to: XMLSink(options), options: writingOptions) { output in
            var bytes = isPretty ? Array("\n  ".utf8) : []
            output.append(to: &bytes)
            return bytes
        }
    }

    /// Returns the name of the root element, and the name of its elements if the root is a list.
    ///
    /// - Parameter type: The type of the model.
    /// - Returns: The names from ``root`` and ``item``, or else names made from the type.
    package func rootNames(of type: Any.Type) -> (root: String, item: String) {
        let names = RootNames(of: type, isRails: isRails)
        return (root ?? names.root, item ?? names.item)
    }

    /// The maximum nesting depth for writing.
    package var depth: Int { limits.depth }

    private func sink<Model: Encodable>(for value: Model) -> XMLSink {
        let names = RootNames.known(of: Model.self, isRails: isRails)
        return XMLSink(XMLSink.Options(self, root: root ?? names.root, item: item ?? names.item))
    }
}

/// The element names made from a model's type, for elements that no coding key names: the root
/// element and the elements of a root array.
final class RootNames: Sendable {
    let root: String
    let item: String

    private static let registry = TypeRegistry<RootNames>()
    private static let railsRegistry = TypeRegistry<RootNames>()

    /// Returns the names for a type; they are cached because looking up a type's name takes longer
    /// than writing a small value.
    static func known<Model>(of type: Model.Type, isRails: Bool) -> RootNames {
        let registry = isRails ? railsRegistry : registry
        return registry.knowledge(of: ObjectIdentifier(type)) {
            RootNames(of: type, isRails: isRails)
        }.object
    }

    init(of type: Any.Type, isRails: Bool) {
        var type = type
        while let optional = type as? any OptionalType.Type { type = optional.wrappedType }
        if let list = type as? any ListType.Type {
            let name = Self.name(of: list.elementType, isRails)
            (root, item) = ((name ?? "item") + "s", name ?? "item")
        } else {
            (root, item) = (Self.name(of: type, isRails) ?? "value", "item")
        }
    }

    /// The modules whose types give no element names: Swift, Foundation and the modules of Recado's
    /// formats.
    private static let nameless: Set<Substring> = [
        "Swift", "Foundation", "FoundationEssentials", "RecadoCoding", "RecadoMultipart",
    ]

    /// Returns the name of a type without its generic parameters; `nil` for a type of a `nameless`
    /// module.
    private static func name(of type: Any.Type, _ isRails: Bool) -> String? {
        if nameless.contains(String(reflecting: type).prefix { $0 != "." }) { return nil }
        let name = String(String(describing: type).prefix { $0 != "<" })
        guard XMLName.isQualified(Array(name.utf8)[...]), !name.contains(":") else { return nil }
        return isRails ? KeyWords.lowercased(name).joined(separator: "-") : name
    }
}

/// An optional type.
private protocol OptionalType {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrappedType: Any.Type { Wrapped.self }
}

/// A list type; the name of its element type is used for the root element.
package protocol ListType {
    /// The type of the elements.
    static var elementType: Any.Type { get }
}

extension Array: ListType {
    package static var elementType: Any.Type { Element.self }
}

extension Set: ListType {
    package static var elementType: Any.Type { Element.self }
}
