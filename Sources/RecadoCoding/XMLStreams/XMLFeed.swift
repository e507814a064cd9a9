// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Parses XML from a stream, with a window of bytes that advances as the document is read.
///
/// ```
/// names of open elements, prefixes │ what was read │ the current token or element │ …
///                                                  ▲ start of the window
/// ```
///
/// 1. The scanner finds the ends of tokens. The parser is called only for whole tokens, so it does
///    not need to handle bytes that arrive in pieces.
/// 2. When the window is compacted, the names that the parser may still need are copied to its
///    front.
/// 3. After a syntax error nothing more is read; the same error is thrown again.
struct XMLFeed: Sendable {
    let xml: XML
    /// The bytes that arrived before the encoding was known.
    private var front: [UInt8] = []
    /// True once `front` has a byte that may end the XML declaration.
    private var hasBracket = false
    private var converter: XMLConverter?
    /// The document so far, in UTF-8.
    private(set) var window: ByteWindow
    /// The parser; `nil` until the declaration has arrived.
    private(set) var parser: XMLParser?
    private var scanner = XMLTokenScanner()
    private var isFinished = false
    /// The number of open elements in the element that is being cut out of the stream, itself
    /// included; `nil` while no element is being cut out.
    private var cut: Int?
    private(set) var failure: CodingError?
    /// An encoding error after the last byte of the window; it is thrown once all bytes before it
    /// have been read.
    private var flaw: CodingError?

    /// The number of bytes after which the encoding is decided even without a whole declaration.
    private static let frontBytes = 1 << 12

    /// The maximum total size in bytes of the prefixes declared around an element; a document that
    /// exceeds it is refused, because the prefixes are copied for each element.
    private static let prefixBytes = 1 << 14

    init(_ xml: XML, _ options: XML.StreamOptions) {
        var xml = xml
        xml.doctype = .refuse
        self.xml = xml
        let maximum = options.elementBytes
        window = ByteWindow(maximumBytes: maximum, of: "an element", lines: .any)
    }

    /// The number of bytes held in memory.
    var heldBytes: Int { window.bytes.capacity + front.capacity }

    // MARK: - Pieces

    /// Takes a piece of the document, of any size.
    mutating func feed(_ piece: [UInt8]) {
        guard failure == nil, flaw == nil, !isFinished else { return }
        if converter == nil {
            front += piece
            hasBracket = hasBracket || piece.contains(UInt8(ascii: ">"))
            decide()
        } else {
            append(piece[...])
        }
    }

    /// Marks the end of the input.
    mutating func finish() {
        guard failure == nil, !isFinished else { return }
        isFinished = true
        if converter == nil { decide() }
        if flaw == nil, let converter, !converter.isComplete { refuse(converter) }
    }

    /// Determines the encoding once the XML declaration, if there is one, has arrived.
    private mutating func decide() {
        let isEnough =
            isFinished || front.count >= Self.frontBytes
            || (front.count >= 4 && hasBracket)
        guard isEnough else { return }
        do throws(CodingError) {
            let found = try XMLInput.converter(for: front, xml)
            // The `>` that ends the declaration may be the first byte of a two-byte code unit.
            let isCut = found.encoding.isWide && !front.count.isMultiple(of: 2)
            guard isFinished || !isCut else { return }
            converter = found
            append(front[found.markBytes...])
            front = []
            if xml.encoding == nil, found.encoding.isWide {
                try XMLInput.compare(window.bytes, found.encoding)
            }
        } catch {
            failure = error
        }
    }

    private mutating func append(_ piece: ArraySlice<UInt8>) {
        if window.isCompactionDue { compact() }
        // The value is moved out of the property, so that its arrays are not copied when they
        // change.
        guard var converter else { return }
        self.converter = nil
        let isConverted = window.append { converter.convert(piece, into: &$0) }
        self.converter = converter
        if !isConverted { refuse(converter) }
    }

    private mutating func refuse(_ converter: XMLConverter) {
        flaw = converter.failure(at: window.location(of: window.end).failurePlace)
    }

    /// True if no more bytes will arrive; throws the encoding error that follows the bytes so far,
    /// if any.
    ///
    /// Call this when the bytes so far are not enough.
    private mutating func isEnd() throws(CodingError) -> Bool {
        if let flaw { throw fail(flaw) }
        return isFinished
    }

    /// Removes the bytes that were read, but keeps the names that are still needed.
    private mutating func compact() {
        var names: [UInt8] = []
        ByteReader.lending(window.bytes) { parser?.move(from: $0, to: &names) }
        let count = window.compact(keeping: names)
        parser?.position -= count
        scanner.shift(by: count)
    }

    // MARK: - Tokens

    /// Returns the kind of the next token if all of it has arrived; otherwise `nil`.
    ///
    /// The kind is `malformed` for a token that the parser will refuse. It is also `malformed` when
    /// the input has ended, so that the parser decides whether the document is complete.
    mutating func peek() throws(CodingError) -> XMLTokenScanner.Kind? {
        if let failure { throw failure }
        guard try begin(), let phase = parser?.phase, var position = parser?.position else {
            return nil
        }
        if parser?.isEmpty == true { return .other }
        if phase != .content {
            position = ByteReader.lending(window.bytes) { $0.skipBlanks(position) }
            parser?.position = position
        }
        begin(at: position)
        guard let found = scan() else {
            try check(position..<window.end)
            return try isEnd() ? .malformed : nil
        }
        try check(position..<found.end)
        return found.kind
    }

    /// Parses the token that ``peek()`` found and returns the result of a function for it.
    mutating func take<Result>(
        _ body: (XMLParser.Token, borrowing XMLParser, ByteReader) -> Result
    ) throws(CodingError) -> Result? {
        guard var parser else { return nil }
        // The value is moved out of the property, so that its arrays are not copied when they
        // change.
        self.parser = nil
        defer { self.parser = parser }
        (parser.limit, parser.sourceCount) = (window.end, window.end)
        if !parser.side.isEmpty { parser.side.removeAll(keepingCapacity: true) }
        do throws(XMLProblem) {
            let result = try ByteReader.lending(window.bytes) { source throws(XMLProblem) in
                body(try parser.next(source), parser, source)
            }
            begin(at: parser.position)
            return result
        } catch {
            throw fail(error)
        }
    }

    /// The local name in the start tag that ``peek()`` found.
    var localName: ArraySlice<UInt8> {
        let name = window.bytes[(scanner.start + 1)...].prefix {
            $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">")
        }
        return name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    }

    /// Creates the parser when the declaration has arrived; returns true if there is a parser.
    private mutating func begin() throws(CodingError) -> Bool {
        guard parser == nil else { return true }
        guard converter != nil else { return false }
        let declaration = findDeclaration()
        try check(0..<declaration.count)
        if !declaration.isWhole {
            guard try isEnd() else { return false }
        }
        do throws(XMLProblem) {
            parser = try XMLParser(xml, window.bytes)
        } catch {
            throw fail(error)
        }
        return true
    }

    /// Returns the number of bytes at the start of the document that are, or may become, the XML
    /// declaration; and true if this number is final.
    private mutating func findDeclaration() -> (count: Int, isWhole: Bool) {
        ByteReader.lending(window.bytes) { source in
            let start = source.has("\u{FEFF}", at: 0) ? 3 : 0
            guard source.count - start < 6 || source.has("<?xml", at: start) else {
                return (0, true)
            }
            // The scanner treats an XML declaration like a processing instruction.
            scanner.begin(at: start)
            let end = scanner.scan(source)?.end
            return ((end ?? source.count) - start, end != nil)
        }
    }

    /// Drops the bytes before the token at an index.
    private mutating func begin(at index: Int) {
        window.drop(to: index)
        scanner.begin(at: index)
    }

    private mutating func scan() -> XMLTokenScanner.Found? {
        ByteReader.lending(window.bytes) { scanner.scan($0) }
    }

    // MARK: - Elements

    /// Cuts out the element whose start tag ``peek()`` found; returns `nil` if the element is
    /// incomplete.
    ///
    /// The parser's position is then after the element. Errors within the element are found when it
    /// is parsed.
    mutating func element() throws(CodingError) -> (bytes: [UInt8], start: StreamLocation)? {
        if let failure { throw failure }
        guard let open = parser?.elements.count else { return nil }
        var depth = cut ?? 0
        while let found = scan() {
            try check(window.start..<found.end)
            switch found.kind {
            case .startTag, .emptyTag:
                guard open + depth < xml.limits.depth else {
                    throw fail(XMLProblem(.depth, scanner.start))
                }
                if found.kind == .startTag { depth += 1 }
            case .endTag: depth -= 1
            case .malformed: throw incomplete()
            case .text, .other: break
            }
            scanner.begin(at: found.end)
            guard depth > 0 else {
                cut = nil
                parser?.position = found.end
                let start = window.locate()
                let bytes = Array(window.bytes[window.start..<found.end])
                window.drop(to: found.end)
                return (bytes, start)
            }
        }
        cut = depth
        try check(window.start..<window.end)
        if try isEnd() { throw incomplete() }
        return nil
    }

    /// True while an element is being cut out.
    var isCutting: Bool { cut != nil }

    /// Creates the error for an element that does not end; the parser determines the reason.
    private mutating func incomplete() -> CodingError {
        let start = window.locate()
        do throws(CodingError) {
            _ = try Document.xml(
                element: Array(window.bytes[window.start...]),
                inheriting: surroundings,
                xml
            )
            return fail(XMLProblem(.end, window.end).failure(xml.limits, at: start))
        } catch {
            return fail(error.moved(to: start))
        }
    }

    /// Throws if the prefixes have too many bytes to be copied for each element.
    mutating func check(
        _ surroundings: XMLSurroundings,
        at start: StreamLocation
    ) throws(CodingError) {
        guard surroundings.prefixes.count > Self.prefixBytes else { return }
        let message = "expected at most \(Self.prefixBytes) bytes of prefixes around an element"
        throw fail(CodingError(.tooLarge, message, place: start.failurePlace))
    }

    /// The namespaces and the white-space setting that elements within the currently open elements
    /// inherit.
    var surroundings: XMLSurroundings {
        guard let parser else { return XMLSurroundings(namespaces: XMLNamespaces(limit: 0)) }
        var surroundings = XMLSurroundings(namespaces: parser.namespaces)
        ByteReader.lending(window.bytes) {
            surroundings.namespaces.move(from: $0, to: &surroundings.prefixes)
        }
        return surroundings
    }

    // MARK: - Failures

    mutating func fail(_ failure: CodingError) -> CodingError {
        self.failure = failure
        return failure
    }

    private mutating func fail(_ problem: XMLProblem) -> CodingError {
        fail(problem.failure(xml.limits, at: window.location(of: problem.offset)))
    }

    private mutating func check(_ record: Range<Int>) throws(CodingError) {
        do throws(CodingError) {
            try window.check(record)
        } catch {
            throw fail(error)
        }
    }
}

extension XMLParser {
    /// Copies the names that are still needed to the end of other bytes; their offsets refer to
    /// these bytes afterwards.
    fileprivate mutating func move(from source: ByteReader, to bytes: inout [UInt8]) {
        for place in elements.indices {
            let name = elements[place].name
            let start = UInt32(truncatingIfNeeded: bytes.count)
            source.slice(Int(name.start), Int(name.end &- name.start)).append(to: &bytes)
            elements[place].name.start = start
            elements[place].name.local = start &+ (name.local &- name.start)
            elements[place].name.end = start &+ (name.end &- name.start)
        }
        namespaces.move(from: source, to: &bytes)
    }
}
