// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    // MARK: - Reading

    /// Reads a model from an XML document.
    ///
    /// A member is the first child element of its name, or else the attribute of its name. A key
    /// may ask for the attribute by `@` in front of the name, for the text by `#text`, for the
    /// whole content by `*`, and for a namespace by `{uri}name` or a prefix from ``prefixes``. An
    /// array takes all children of its name, even if others stand between them; as the root it
    /// takes all child elements.
    ///
    /// - Parameters:
    ///   - type: The type of the model; inferred where the result's type is known.
    ///   - bytes: The document, in any encoding that is supported.
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
    /// Paths begin within the root element. As a `Value`, an element is an object of its
    /// attributes, with `@` before their names, its children, and `#text`, or a string if it
    /// contains only characters; children of the same name form an array at the position of the
    /// first.
    ///
    /// - Parameter bytes: The document, in any encoding that is supported.
    /// - Returns: The document.
    /// - Throws: ``CodingError`` with the position of malformed content or of the exceeded limit.
    public func parse(_ bytes: [UInt8]) throws(CodingError) -> ParsedDocument {
        ParsedDocument(try checked(document(from: bytes)), choices)
    }

    /// Parses an XML document in a string; an encoding that it declares is ignored.
    ///
    /// - Parameter text: The document.
    /// - Returns: The document.
    /// - Throws: ``CodingError`` with the position of malformed content or of the exceeded limit.
    public func parse(_ text: String) throws(CodingError) -> ParsedDocument {
        ParsedDocument(try checked(document(from: text)), choices)
    }

    /// The choices for the reading of values.
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

    /// The document, if its root has the required name.
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

    /// True if a name has the wanted local part, and the wanted namespace if one is stated.
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
    /// elements. Wrappers or keys mark members that are attributes, text or CDATA sections.
    ///
    /// - Parameter value: The value.
    /// - Returns: The document, in UTF-8.
    /// - Throws: ``CodingError`` for a value that XML cannot express: a key that is not a name,
    ///   such as those of a dictionary with numbers as keys, a prefix that is not declared, a
    ///   control character; and as ``JSON/encode(_:)`` does.
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

    /// Encodes a value as an element of a list; the root, which was written before, declares the
    /// prefixes.
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

    /// The names of the root element and, where the root is a list, of its elements.
    ///
    /// - Parameter type: The type of the model.
    /// - Returns: The names that are set, or else names made from the type.
    package func rootNames(of type: Any.Type) -> (root: String, item: String) {
        let names = RootNames(of: type, isRails: isRails)
        return (root ?? names.root, item ?? names.item)
    }

    /// The levels of nesting on writing.
    package var depth: Int { limits.depth }

    private func sink<Model: Encodable>(for value: Model) -> XMLSink {
        let names = RootNames.known(of: Model.self, isRails: isRails)
        return XMLSink(XMLSink.Options(self, root: root ?? names.root, item: item ?? names.item))
    }
}

/// The names of elements that have no name from a member, made from the type of a model.
final class RootNames: Sendable {
    let root: String
    let item: String

    private static let registry = TypeRegistry<RootNames>()
    private static let railsRegistry = TypeRegistry<RootNames>()

    /// The names for a type, cached: looking up a type's name takes longer than writing a small
    /// value.
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

    /// The modules whose types give documents no names: those of Swift, Foundation and formats.
    private static let nameless: Set<Substring> = [
        "Swift", "Foundation", "FoundationEssentials", "RecadoCoding", "RecadoMultipart",
    ]

    /// The name of a type without its generic parameters; `nil` for one of a `nameless` module.
    private static func name(of type: Any.Type, _ isRails: Bool) -> String? {
        if nameless.contains(String(reflecting: type).prefix { $0 != "." }) { return nil }
        let name = String(String(describing: type).prefix { $0 != "<" })
        guard XMLName.isQualified(Array(name.utf8)[...]), !name.contains(":") else { return nil }
        return isRails ? KeyWords.lowercased(name).joined(separator: "-") : name
    }
}

/// A type whose values may be missing.
private protocol OptionalType {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrappedType: Any.Type { Wrapped.self }
}

/// A type whose values are encoded as lists; the type of their elements names the root.
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
