// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Reads a document type declaration with its internal subset (XML 1.0 §2.8).
///
/// Nothing is validated, but everything must be well-formed. Parameter entities are allowed between
/// declarations; the same reader reads their text, with another source.
struct XMLDoctypeReader {
    typealias Problem = XMLProblem
    typealias Identifier = (publicID: String?, systemID: String?)

    var doctype = XMLDoctype()
    /// The parser of the document, with which default values of attributes are expanded.
    var parser: XMLParser

    var source: ByteReader
    var at = 0
    var limit: Int
    /// The texts of the parameter entities by name, or `nil` for an external entity, which is never
    /// read.
    var parameters: [[UInt8]: [UInt8]?] = [:]
    var notations: [XML.DoctypeDeclaration.Notation] = []
    /// The parameter entities that are being read.
    var open: [[UInt8]] = []
    /// The offset of the outermost reference to a parameter entity.
    var place = 0
    /// True if further declarations of entities and attributes are ignored, because an earlier
    /// declaration, which takes precedence, may be in a part that was not read (§5.1).
    var isBlind = false

    init(_ parser: XMLParser, _ source: ByteReader) {
        self.parser = parser
        self.source = source
        limit = parser.sourceCount
    }

    /// Reads the declaration; returns the index after it.
    mutating func read(from start: Int) throws(Problem) -> Int {
        at = start + 9
        try blank()
        let name = String(decoding: try name(), as: UTF8.self)
        var identifier: Identifier = (nil, nil)
        let isSpaced = skip()
        if source.has("SYSTEM", at: at) || source.has("PUBLIC", at: at) {
            guard isSpaced else { throw problem(.blank) }
            identifier = try self.identifier(isNotation: false)
            doctype.isIncomplete = true
            skip()
        }
        if source[at] == UInt8(ascii: "[") {
            at += 1
            try declarations()
            at += 1
            skip()
        }
        try expect(">")
        doctype.declaration = XML.DoctypeDeclaration(
            name: name,
            publicID: identifier.publicID,
            systemID: identifier.systemID,
            notations: notations
        )
        return at
    }

    // MARK: - Tokens

    /// Creates a problem at an offset; within a parameter entity, at the offset of the entity's
    /// reference.
    func problem(_ reason: XMLProblem.Reason, _ offset: Int? = nil) -> Problem {
        let offset = offset ?? at
        guard open.isEmpty else { return Problem(reason, place) }
        return Problem(offset >= limit ? .end : reason, offset)
    }

    func placed(_ problem: Problem) -> Problem {
        open.isEmpty ? problem : Problem(problem.reason, place)
    }

    /// Skips white space; returns true if there was any.
    @discardableResult
    mutating func skip() -> Bool {
        let start = at
        at = source.skipBlanks(at)
        return at > start
    }

    mutating func blank() throws(Problem) {
        guard skip() else { throw problem(.blank) }
    }

    mutating func expect(_ text: StaticString) throws(Problem) {
        guard source.has(text, at: at) else { throw problem(.subset) }
        at += text.utf8CodeUnitCount
    }

    /// Skips a word if it is at the current position.
    mutating func take(_ text: StaticString) -> Bool {
        guard source.has(text, at: at) else { return false }
        at += text.utf8CodeUnitCount
        return true
    }

    /// Reads the name of an element or an attribute; if `isSimple` is true, a name without a colon.
    mutating func name(isSimple: Bool = false) throws(Problem) -> [UInt8] {
        let start = at
        if parser.processesNamespaces {
            at = source.simpleNameEnd(at)
            if !isSimple, at > start, source[at] == UInt8(ascii: ":") {
                let local = at + 1
                at = source.simpleNameEnd(local)
                guard at > local else { throw problem(.colon) }
            }
            if at > start, source[at] == UInt8(ascii: ":") { throw problem(.colon) }
        } else {
            at = source.nameEnd(at)
        }
        guard at > start else { throw problem(.name) }
        guard at - start <= parser.limits.nameBytes else { throw problem(.nameBytes, start) }
        return source.bytes(start, at)
    }

    /// Reads `SYSTEM "…"` or `PUBLIC "…" "…"`; a notation may lack the second literal.
    mutating func identifier(isNotation: Bool) throws(Problem) -> Identifier {
        var publicID: String?
        let isPublic = take("PUBLIC")
        if !isPublic { try expect("SYSTEM") }
        try blank()
        if isPublic {
            publicID = try publicLiteral()
            let isSpaced = skip()
            let isQuote = source[at] == UInt8(ascii: "\"") || source[at] == UInt8(ascii: "'")
            if isNotation, !isQuote { return (publicID, nil) }
            guard isSpaced else { throw problem(.blank) }
        }
        let (start, end) = try literal()
        try check(start, end)
        return (publicID, source.slice(start, end - start).text)
    }

    private mutating func publicLiteral() throws(Problem) -> String {
        let (start, end) = try literal()
        for place in start..<end {
            let byte = source[place]
            let isLetter = (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
            let isMark = "-'()+,./:=?;!*#@$_% \r\n".utf8.contains(byte)
            guard isLetter || isMark else { throw problem(.subset, place) }
        }
        let bytes = source.bytes(start, end).map { $0 < 0x20 ? 0x20 : $0 }
        return String(decoding: XMLDoctype.tokenised(bytes), as: UTF8.self)
    }

    /// Reads a literal; returns the start and the end of its text.
    mutating func literal() throws(Problem) -> (start: Int, end: Int) {
        let quote = source[at]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw problem(.quote)
        }
        let start = at + 1
        at = start
        while at < limit, source[at] != quote { at += 1 }
        guard at < limit else { throw problem(.end) }
        guard at - start <= parser.limits.textBytes else { throw problem(.textBytes, start) }
        at += 1
        return (start, at - 1)
    }

    /// Checks the characters of a literal.
    func check(_ start: Int, _ end: Int) throws(Problem) {
        for place in start..<end where source[place] < 0x20 && !ByteReader.isBlank(source[place]) {
            throw problem(.character, place)
        }
        do throws(Problem) { try source.check(start, end) } catch { throw placed(error) }
    }
}
