// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    // MARK: - Reading

    /// Reads the elements of one list in a document that may be larger than memory.
    ///
    /// ```swift
    /// for try await film in XML().elements(of: Film.self, at: "films", in: pieces) { … }
    /// ```
    ///
    /// The content outside of the elements is checked too, to the last byte of the document.
    /// Namespace declarations of enclosing elements apply to the elements. A document type
    /// declaration is always refused, whatever the value of ``doctype``.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - path: The path to the list: names of elements within the root, separated by dots; by
    ///     default empty, for the children of the root. Each name may have a prefix from
    ///     ``prefixes`` or a namespace in braces; `*` matches any element. If several elements
    ///     match, the items of all are read.
    ///   - name: The name of the items; `nil`, which is the default, for all elements at the path.
    ///     Elements with other names are skipped.
    ///   - pieces: The document, in pieces of any size.
    ///   - options: The limits of the stream.
    /// - Returns: The elements; only one is held in memory at a time.
    public func elements<Model: Decodable, Pieces: AsyncSequence>(
        of type: Model.Type,
        at path: String = "",
        named name: String? = nil,
        in pieces: Pieces,
        options: StreamOptions = StreamOptions()
    ) -> DecodedSequence<Model, Pieces> where Pieces.Element == [UInt8] {
        let scanner = XML.ElementScanner(self, named: name, at: path, options: options)
        return DecodedSequence(pieces, DecodingScanner(records: scanner, format: self))
    }

    // MARK: - Writing

    /// Encodes values as the elements of a list, each when it is requested.
    ///
    /// ```swift
    /// let content = Content(pieces: XML().elements(encoding: films, in: "films"))
    /// ```
    ///
    /// - Parameters:
    ///   - values: The values; the name of each element is ``item``, or is made from the type.
    ///   - root: The name of the element around the values, which declares ``prefixes``; the
    ///     property ``root`` is ignored.
    /// - Returns: A piece for each value, one before the first and one after the last.
    public func elements<Values: AsyncSequence>(
        encoding values: Values,
        in root: String
    ) -> EncodedSequence<Values> where Values.Element: Encodable {
        var xml = self
        xml.root = root
        return EncodedSequence(values: values, encoder: XMLRecords(xml: xml))
    }

    /// Creates an encoder that writes a list element by element, with the same output as
    /// ``encode(_:)`` of the whole list.
    ///
    /// - Parameter type: The type of the elements.
    /// - Returns: The encoder.
    package func records<Model: Encodable>(of type: Model.Type) -> XMLRecords {
        var xml = self
        xml.root = rootNames(of: [Model].self).root
        return XMLRecords(xml: xml)
    }
}

/// An encoder that writes the elements of an XML list one by one.
package struct XMLRecords: RecordEncoder {
    fileprivate let xml: XML

    /// Returns the XML declaration and the start tag of the root element.
    ///
    /// - Throws: ``CodingError`` for names that cannot be written.
    package func start() throws(CodingError) -> [UInt8] {
        // An empty list is written as an empty-element tag, which becomes the start tag without its
        // `/`.
        var short = xml
        short.emptyElements = .short
        var bytes = try short.encode([Int]())
        while let last = bytes.popLast(), last != UInt8(ascii: "/") {}
        bytes.append(UInt8(ascii: ">"))
        return bytes
    }

    /// Writes an element.
    ///
    /// - Parameter value: The element.
    /// - Returns: The bytes of the element.
    /// - Throws: ``CodingError`` as ``XML/encode(_:)`` does.
    package func encode<Model: Encodable>(_ value: Model) throws(CodingError) -> [UInt8] {
        try xml.encode(elementOfList: value)
    }

    /// Returns the end tag of the root element.
    ///
    /// - Throws: ``CodingError`` for names that cannot be written.
    package func end() throws(CodingError) -> [UInt8] {
        let start = try start()
        // The last `<` begins the start tag, because `<` is escaped in attributes.
        let name = start.lastIndex(of: UInt8(ascii: "<")).map { start[($0 + 1)...] } ?? []
        let tag = Array("</".utf8) + name.prefix { $0 != 0x20 && $0 != UInt8(ascii: ">") } + [0x3E]
        return xml.isPretty ? [0x0A] + tag + [0x0A] : tag
    }
}
