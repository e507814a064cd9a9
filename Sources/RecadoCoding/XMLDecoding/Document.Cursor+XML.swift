// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// An XML element can be read as an object, a list or a text, as the model requests; a schema is
// checked against it in the same way.

extension Document.Cursor {
    /// True if the document is XML.
    package var isXML: Bool { document.notation.isMarkup }

    /// Returns the member for a coding key; in XML, the first child element with the name, or else
    /// the attribute.
    package func member(_ key: String) -> Document.Cursor? {
        guard isXML else { return self[key] }
        let found = withContext { $0.member(key, of: index) }
        guard let found, found >= 0 else { return nil }
        return Document.Cursor(document: document, index: found)
    }

    /// Reads the member with a name as any type.
    ///
    /// Even a flat value, whose members would otherwise belong to the enclosing object, is read
    /// from that member. For a missing member, returns an empty list or `nil` if the type allows
    /// one.
    package func decode<T: Decodable>(
        member name: String,
        _ choices: DecodingChoices
    ) throws(CodingError) -> T {
        try document.reading(choices, from: index) { context in
            let role = context.role(of: T.self)
            let found = context.member(name, of: index, as: role)
            if found < 0, let empty = context.absent(T.self) { return empty }
            if found < 0 || context.isAbsent(found),
                let optional = T.self as? any ExpressibleByNilLiteral.Type,
                let none = optional.init(nilLiteral: ()) as? T
            {
                return none
            }
            guard found >= 0 else { throw context.missing(AnyCodingKey(stringValue: name), index) }
            return try context.value(T.self, found)
        }
    }

    /// Returns the elements from which an array would be read here: the children of the element, or
    /// the element and its siblings with the same name.
    ///
    /// - Parameter isItem: True if the element is itself an element of a list.
    /// - Returns: The elements of the list; none if there is no such list.
    package func list(isItem: Bool) -> [Document.Cursor] {
        let indexes = withContext { context in
            document.notation.elements(of: index, isItem: isItem, in: context)?
                .indexes(in: context)
        }
        return (indexes.flatMap { $0 } ?? []).map { Document.Cursor(document: document, index: $0) }
    }

    /// True if an element contains character data other than white space between its children.
    package var hasText: Bool {
        guard kind == .object else { return document.nodes[index].length > 0 }
        return members.contains { $0.key.isEmpty }
    }

    /// The text of an element that also has attributes or children; any other value unchanged.
    package var textInXML: Document.Cursor {
        guard kind == .object, let run = withContext({ $0.scalar(index) }) else {
            return self
        }
        return Document.Cursor(document: document, index: run)
    }

    private func withContext<Result>(_ body: (TreeDecoder) -> Result) -> Result? {
        try? TreeDecoder.withContext(for: document, DecodingChoices()) { body($0) }
    }
}
