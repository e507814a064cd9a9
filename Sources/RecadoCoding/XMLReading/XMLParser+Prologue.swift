// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLParser {
    /// Reads a token before or after the root element.
    @inline(never)
    mutating func outside(_ source: ByteReader) throws(Problem) -> Token {
        let at = source.skipBlanks(position)
        tokenStart = at
        guard source[at] == UInt8(ascii: "<") else {
            if at >= limit, phase == .epilogue {
                position = at
                return .finished
            }
            if at >= limit { throw Problem(.end, at) }
            throw Problem(phase == .epilogue ? .trailing : .root, at)
        }
        if source[at &+ 1] == UInt8(ascii: "?") { return try instruction(source, at) }
        if source.has("<!--", at: at) { return try comment(source, at) }
        if source.has("<!DOCTYPE", at: at) { return try doctype(source, at) }
        if phase == .epilogue { throw Problem(.trailing, at) }
        if source[at &+ 1] == UInt8(ascii: "!") {
            throw limit &- at < 9 ? Problem(.end, limit) : Problem(.root, at)
        }
        phase = .content
        return try startTag(source, at)
    }

    private mutating func doctype(_ source: ByteReader, _ at: Int) throws(Problem) -> Token {
        guard phase == .prologue, !hasDoctype else { throw Problem(.trailing, at) }
        guard readsSubset else { throw Problem(.doctype, at) }
        var reader = XMLDoctypeReader(self, source)
        position = try reader.read(from: at)
        doctype = reader.doctype
        expanded = reader.parser.expanded
        return .doctype
    }
}

/// The XML declaration (XML 1.0 §2.8 [23]).
struct XMLDeclaration {
    /// The range of the encoding's name in the source.
    private(set) var encoding: Range<Int>?
    private(set) var isStandalone = false
    /// The index after the declaration.
    private(set) var end = 0

    /// Reads the declaration at an index; `nil` if there is none.
    init?(_ source: ByteReader, at start: Int) throws(XMLProblem) {
        guard source.has("<?xml", at: start), ByteReader.isBlank(source[start &+ 5]) else {
            return nil
        }
        var at = start &+ 5
        guard let version = try Self.value("version", source, &at) else {
            throw XMLProblem(.declaration, at)
        }
        let major = source.has("1.", at: version.lowerBound)
        let digits = version.dropFirst(2)
        guard major, !digits.isEmpty, digits.allSatisfy({ source[$0] &- 0x30 < 10 }) else {
            throw XMLProblem(.version, version.lowerBound)
        }
        if let range = try Self.value("encoding", source, &at) {
            guard Self.isEncodingName(range, source) else {
                throw XMLProblem(.declaration, range.lowerBound)
            }
            encoding = range
        }
        if let range = try Self.value("standalone", source, &at) {
            isStandalone = range.count == 3 && source.has("yes", at: range.lowerBound)
            let isOpen = range.count == 2 && source.has("no", at: range.lowerBound)
            guard isStandalone || isOpen else {
                throw XMLProblem(.declaration, range.lowerBound)
            }
        }
        at = source.skipBlanks(at)
        guard source.has("?>", at: at) else {
            throw XMLProblem(at >= source.count ? .end : .declaration, at)
        }
        end = at &+ 2
    }

    /// Reads ` name="value"`; returns `nil` if another name is at the current position.
    private static func value(
        _ name: StaticString,
        _ source: ByteReader,
        _ at: inout Int
    ) throws(XMLProblem) -> Range<Int>? {
        let start = source.skipBlanks(at)
        guard start > at, source.has(name, at: start) else { return nil }
        var next = source.skipBlanks(start &+ name.utf8CodeUnitCount)
        guard source[next] == UInt8(ascii: "=") else { throw XMLProblem(.declaration, next) }
        next = source.skipBlanks(next &+ 1)
        let quote = source[next]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw XMLProblem(.declaration, next)
        }
        let first = next &+ 1
        next = first
        while source[next] != quote {
            // Values in the declaration have only these characters. Bytes after `?>` are not
            // examined, because they may not have arrived yet.
            let byte = source[next]
            guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "<"), byte != UInt8(ascii: ">")
            else { throw XMLProblem(next >= source.count ? .end : .declaration, next) }
            next &+= 1
        }
        at = next &+ 1
        return first..<next
    }

    /// True if a range is the name of an encoding (XML 1.0 §4.3.3 [81]).
    private static func isEncodingName(_ name: Range<Int>, _ source: ByteReader) -> Bool {
        guard !name.isEmpty, (source[name.lowerBound] | 0x20) &- 0x61 < 26 else { return false }
        return name.allSatisfy {
            let byte = source[$0]
            return (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte &- 0x2D < 2
                || byte == 0x5F
        }
    }
}
