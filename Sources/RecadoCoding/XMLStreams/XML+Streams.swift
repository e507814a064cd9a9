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
    /// Everything around the elements is checked like them, and the document is checked to its last
    /// byte. The namespaces that are declared around the elements apply to them. A document type
    /// declaration is refused, whatever ``doctype`` says.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - path: The names of the elements within the root under which the items stand, with dots
    ///     between them; empty, which is the default, for the children of the root. Each may have a
    ///     prefix of ``prefixes`` or a namespace in braces; `*` is any. If several elements bear
    ///     such a name, the items of all are read.
    ///   - name: The name of the items; `nil`, which is the default, for all elements that stand
    ///     there. Others are passed over.
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
        return DecodedSequence(pieces, DecodingScanner(scanner, self))
    }

    // MARK: - Writing

    /// Encodes values as the elements of a list, each when the one before has been taken.
    ///
    /// ```swift
    /// let content = Content(pieces: XML().elements(encoding: films, in: "films"))
    /// ```
    ///
    /// - Parameters:
    ///   - values: The values; each is an element named by ``item`` or else by its type.
    ///   - root: The name of the element around them, which declares ``prefixes``; ``root`` is
    ///     disregarded.
    /// - Returns: A piece for each value, one before the first and one behind the last.
    public func elements<Values: AsyncSequence>(
        encoding values: Values,
        in root: String
    ) -> EncodedSequence<Values> where Values.Element: Encodable {
        var xml = self
        xml.root = root
        return EncodedSequence(values, XMLRecords(xml: xml))
    }

    /// The parts that write a list element by element, as ``encode(_:)`` writes the whole of it.
    ///
    /// - Parameter type: The type of the elements.
    /// - Returns: The writer.
    /// - Throws: ``CodingError`` for names that cannot be written.
    package func listWriter<Model: Encodable>(
        of type: Model.Type
    ) throws(CodingError) -> ListWriter {
        var xml = self
        xml.root = rootNames(of: [Model].self).root
        let records = XMLRecords(xml: xml)
        return ListWriter(xml: self, start: try records.start(), end: try records.end())
    }

    /// Writes a list element by element.
    package struct ListWriter: Sendable {
        fileprivate let xml: XML
        /// The text before the first element.
        package let start: [UInt8]
        /// The text behind the last element.
        package let end: [UInt8]

        /// Writes an element.
        ///
        /// - Parameter value: The element.
        /// - Returns: Its bytes.
        /// - Throws: ``CodingError`` as ``XML/encode(_:)`` does.
        package func element(_ value: some Encodable) throws(CodingError) -> [UInt8] {
            try xml.encode(elementOfList: value)
        }
    }
}

/// The elements of a list in XML as the records of a stream.
private struct XMLRecords: RecordEncoder {
    let xml: XML

    /// The declaration and the start tag of the root.
    func start() throws(CodingError) -> [UInt8] {
        // What an empty list is written as, but for the end of its empty element.
        var short = xml
        short.emptyElements = .short
        var bytes = try short.encode([Int]())
        while let last = bytes.popLast(), last != UInt8(ascii: "/") {}
        bytes.append(UInt8(ascii: ">"))
        return bytes
    }

    func encode<Model: Encodable>(_ value: Model) throws(CodingError) -> [UInt8] {
        try xml.encode(elementOfList: value)
    }

    /// The end tag that belongs to the start tag.
    func end() throws(CodingError) -> [UInt8] {
        let start = try start()
        // No other `<` stands behind that of the start tag: in attributes it is escaped.
        let name = start.lastIndex(of: UInt8(ascii: "<")).map { start[($0 + 1)...] } ?? []
        let tag = Array("</".utf8) + name.prefix { $0 != 0x20 && $0 != UInt8(ascii: ">") } + [0x3E]
        return xml.isPretty ? [0x0A] + tag + [0x0A] : tag
    }
}
