// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The parser of XML over a stream: a window that moves on with what is read.
///
/// ```
/// names of open elements, prefixes │ what was read │ the token in hand │ …
///                                                  ▲ position
/// ```
///
/// 1. The parser is given whole tokens alone, whose ends the scanner finds; so it never sees that the
///    bytes came in pieces.
/// 2. When the window moves on, the names that the parser may yet ask for are copied to its front.
/// 3. `place` is the place in the stream of the byte at the index `placed`, which nothing moves back.
/// 4. Behind a failure of the grammar there is nothing: it is thrown again.
struct XMLFeed: Sendable {
    let xml: XML
    private let options: XML.StreamOptions
    /// The bytes before the encoding is known.
    private var front: [UInt8] = []
    /// True once one of them may end a declaration.
    private var hasBracket = false
    private var converter: XMLConverter?
    /// The window, in UTF-8.
    private(set) var bytes: [UInt8] = []
    /// The parser; there is none until the declaration is at hand.
    private(set) var parser: XMLParser?
    /// The bytes of the names in front of the window.
    private var kept = 0
    private var scanner = XMLTokenScanner()
    private var placed = 0
    private var place = XMLStreamPlace()
    private var isFinished = false
    /// The element that is being cut out: where it begins and how many of its elements are open.
    private var cut: (start: Int, depth: Int)?
    private(set) var failure: CodingFailure?
    /// What is wrong with the encoding behind the bytes of the window, once these are used up.
    private var flaw: CodingFailure?

    /// What bytes must a stream bring before its encoding is told from a declaration.
    private static let frontBytes = 1 << 12

    /// The bytes of all prefixes that may be declared around an element, which is given a copy of them.
    private static let prefixBytes = 1 << 14

    init(_ xml: XML, _ options: XML.StreamOptions) {
        var xml = xml
        xml.doctype = .refuse
        self.xml = xml
        self.options = options
    }

    /// The bytes of memory that are held.
    var heldBytes: Int { bytes.capacity + front.capacity }

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

    /// Takes note that no more pieces come.
    mutating func finish() {
        guard failure == nil, !isFinished else { return }
        isFinished = true
        if converter == nil { decide() }
        if flaw == nil, let converter, !converter.isComplete { refuse(converter) }
    }

    /// Finds out the encoding once the declaration, if there is one, has come.
    private mutating func decide() {
        let isEnough =
            isFinished || front.count >= Self.frontBytes
            || (front.count >= 4 && hasBracket)
        guard isEnough else { return }
        do throws(CodingFailure) {
            let found = try XMLInput.converter(for: front, xml)
            // The bracket that ends the declaration may be the first half of its unit.
            let isCut = found.encoding.isWide && !front.count.isMultiple(of: 2)
            guard isFinished || !isCut else { return }
            converter = found
            append(front[found.markBytes...])
            front = []
            if xml.encoding == nil, found.encoding.isWide {
                try XMLInput.compare(bytes, found.encoding)
            }
        } catch {
            failure = error
        }
    }

    private mutating func append(_ piece: ArraySlice<UInt8>) {
        let unread = cut?.start ?? scanner.start
        // Moving the rest each time would cost more than small pieces, and so would the names.
        let read = unread - kept
        if read >= 1 << 12, read >= bytes.count - read { move(to: unread) }
        if converter?.convert(piece, into: &bytes) == false, let converter { refuse(converter) }
    }

    private mutating func refuse(_ converter: XMLConverter) {
        flaw = converter.failure(at: placeOfByte(at: bytes.count).failurePlace)
    }

    /// Whether nothing comes behind the bytes at hand, which do not suffice.
    private mutating func isEnd() throws(CodingFailure) -> Bool {
        if let flaw { throw fail(flaw) }
        return isFinished
    }

    /// Takes away what was read before an index.
    private mutating func move(to index: Int) {
        place = placeOfByte(at: index)
        var window: [UInt8] = []
        window.reserveCapacity(bytes.count - index + (1 << 12))
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let source = unsafe Source(buffer)
            parser?.move(from: source, to: &window)
        }
        kept = window.count
        let count = index - window.count
        placed = window.count
        window += bytes[index...]
        bytes = window
        parser?.position -= count
        scanner.shift(by: count)
        if cut != nil { cut?.start -= count }
    }

    // MARK: - Tokens

    /// The kind of the next token if all of it is at hand, else `nil`.
    ///
    /// It is `malformed` for what the parser is to refuse, and at the end of the document, which it is to
    /// see.
    mutating func peek() throws(CodingFailure) -> XMLTokenScanner.Kind? {
        if let failure { throw failure }
        guard try begin(), let phase = parser?.phase, var position = parser?.position else {
            return nil
        }
        if parser?.isEmpty == true { return .other }
        if phase != .content {
            position = unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe Source(buffer).skipBlanks(position)
            }
            parser?.position = position
        }
        scanner.begin(at: position)
        guard let found = scan() else {
            try check(bytes.count - position, at: position)
            return try isEnd() ? .malformed : nil
        }
        try check(found.end - position, at: position)
        return found.kind
    }

    /// Parses the token that was found by ``peek()`` and makes something of it.
    mutating func take<Result>(
        _ body: (XMLParser.Token, borrowing XMLParser, Source) -> Result
    ) throws(CodingFailure) -> Result? {
        guard var parser else { return nil }
        // Taken out, so that its parts are not copied when they change.
        self.parser = nil
        defer { self.parser = parser }
        (parser.limit, parser.sourceCount) = (bytes.count, bytes.count)
        if !parser.side.isEmpty { parser.side.removeAll(keepingCapacity: true) }
        do throws(XMLProblem) {
            let result = try unsafe bytes.withUnsafeBufferPointer { buffer throws(XMLProblem) in
                let source = unsafe Source(buffer)
                return body(try parser.next(source), parser, source)
            }
            scanner.begin(at: parser.position)
            return result
        } catch {
            throw fail(error.failure(xml.limits, at: placeOfByte(at: error.offset)))
        }
    }

    /// The local name of the start tag that was found, as it stands there.
    var localName: ArraySlice<UInt8> {
        let name = bytes[(scanner.start + 1)...].prefix {
            $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">")
        }
        return name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    }

    /// Creates the parser when the declaration has come; returns whether there is one.
    private mutating func begin() throws(CodingFailure) -> Bool {
        guard parser == nil else { return true }
        guard converter != nil else { return false }
        let declaration = findDeclaration()
        try check(declaration.count, at: 0)
        if !declaration.isWhole {
            guard try isEnd() else { return false }
        }
        do throws(XMLProblem) {
            parser = try unsafe bytes.withUnsafeBufferPointer { buffer throws(XMLProblem) in
                try unsafe XMLParser(xml, Source(buffer))
            }
        } catch {
            throw fail(error.failure(xml.limits, at: placeOfByte(at: error.offset)))
        }
        return true
    }

    /// The bytes of what is or may become a declaration, and whether that is at hand to its end.
    private mutating func findDeclaration() -> (count: Int, isWhole: Bool) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let source = unsafe Source(buffer)
            let start = source.has("\u{FEFF}", at: 0) ? 3 : 0
            guard source.count - start < 6 || source.has("<?xml", at: start) else {
                return (0, true)
            }
            // A declaration is as much a token as an instruction is.
            scanner.begin(at: start)
            let end = scanner.scan(source)?.end
            return ((end ?? source.count) - start, end != nil)
        }
    }

    private mutating func scan() -> XMLTokenScanner.Found? {
        unsafe bytes.withUnsafeBufferPointer { buffer in unsafe scanner.scan(Source(buffer)) }
    }

    // MARK: - Elements

    /// Cuts out the element whose start tag was found by ``peek()``; `nil` if it is not all at hand.
    ///
    /// The parser then stands behind it. What is wrong within the element is found when it is parsed.
    mutating func element() throws(CodingFailure) -> (bytes: [UInt8], place: XMLStreamPlace)? {
        if let failure { throw failure }
        guard let open = parser?.elements.count else { return nil }
        var (start, depth) = cut ?? (scanner.start, 0)
        while let found = scan() {
            try check(found.end - start, at: start)
            switch found.kind {
            case .startTag, .emptyTag:
                guard open + depth < xml.limits.depth else {
                    let problem = XMLProblem(.depth, scanner.start)
                    throw fail(problem.failure(xml.limits, at: placeOfByte(at: problem.offset)))
                }
                if found.kind == .startTag { depth += 1 }
            case .endTag: depth -= 1
            case .malformed: throw incomplete(start)
            case .text, .other: break
            }
            scanner.begin(at: found.end)
            guard depth > 0 else {
                place = placeOfByte(at: start)
                placed = start
                cut = nil
                parser?.position = found.end
                return (Array(bytes[start..<found.end]), place)
            }
        }
        cut = (start, depth)
        try check(bytes.count - start, at: start)
        if try isEnd() { throw incomplete(start) }
        return nil
    }

    /// Whether an element is being cut out.
    var isCutting: Bool { cut != nil }

    /// The failure of an element that does not end; the parser says why.
    private mutating func incomplete(_ start: Int) -> CodingFailure {
        let place = placeOfByte(at: start)
        do throws(CodingFailure) {
            _ = try Document.xml(
                element: Array(bytes[start...]),
                inheriting: surroundings,
                xml
            )
            return fail(XMLProblem(.end, bytes.count).failure(xml.limits, at: place))
        } catch {
            return fail(error.moved(to: place.record))
        }
    }

    /// Refuses more prefixes than can be copied for each element.
    mutating func checkPrefixes(_ surroundings: XMLSurroundings) throws(CodingFailure) {
        guard surroundings.prefixes.count > Self.prefixBytes else { return }
        throw fail(
            CodingFailure(
                .tooLarge,
                "expected at most \(Self.prefixBytes) bytes of prefixes around an element",
                place: place.failurePlace
            )
        )
    }

    /// What the open elements mean for those within them.
    var surroundings: XMLSurroundings {
        guard let parser else { return XMLSurroundings(namespaces: XMLNamespaces(limit: 0)) }
        var surroundings = XMLSurroundings(namespaces: parser.namespaces)
        unsafe bytes.withUnsafeBufferPointer { buffer in
            let source = unsafe Source(buffer)
            surroundings.namespaces.move(from: source, to: &surroundings.prefixes)
        }
        return surroundings
    }

    // MARK: - Failures

    mutating func fail(_ failure: CodingFailure) -> CodingFailure {
        self.failure = failure
        return failure
    }

    /// Where the byte at an index of the window stands in the stream.
    func placeOfByte(at index: Int) -> XMLStreamPlace {
        var place = place
        place.advance(over: bytes[placed..<min(max(index, placed), bytes.count)])
        return place
    }

    private mutating func check(_ count: Int, at index: Int) throws(CodingFailure) {
        guard count > options.elementBytes else { return }
        throw fail(
            CodingFailure(
                .tooLarge,
                "expected at most \(options.elementBytes) bytes in an element",
                place: placeOfByte(at: index).failurePlace
            )
        )
    }
}

extension XMLParser {
    /// Copies the names that may yet be asked for to the front of other bytes, which are read from now on.
    fileprivate mutating func move(from source: Source, to bytes: inout [UInt8]) {
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
