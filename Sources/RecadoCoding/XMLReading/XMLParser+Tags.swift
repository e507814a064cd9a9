// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLParser {
    // MARK: - Names

    /// Reads the name of an element or an attribute.
    ///
    /// The method and those that it calls are mutating only so that the compiler does not copy the
    /// parser.
    @inline(__always)
    mutating func name(_ source: ByteReader, _ start: Int) throws(Problem) -> Name {
        let end = source.simpleNameEnd(start)
        guard end > start, source[end] != UInt8(ascii: ":"), end &- start <= limits.nameBytes
        else { return try unusualName(source, start, end) }
        return Name(start, start, end)
    }

    @inline(never)
    private mutating func unusualName(
        _ source: ByteReader,
        _ start: Int,
        _ colon: Int
    ) throws(Problem) -> Name {
        var local = start
        var end = colon
        if !processesNamespaces {
            end = source.nameEnd(start)
        } else if colon > start, source[colon] == UInt8(ascii: ":") {
            local = colon &+ 1
            end = source.simpleNameEnd(local)
            guard end > local, source[end] != UInt8(ascii: ":") else {
                throw Problem(.colon, max(end, colon))
            }
        }
        guard end > start else { throw problem(.name, start) }
        guard end &- start <= limits.nameBytes else { throw Problem(.nameBytes, start) }
        return Name(start, local, end)
    }

    /// Creates a problem at an index; if the text ends there, the problem is that it ends too
    /// early.
    mutating func problem(_ reason: Problem.Reason, _ at: Int) -> Problem {
        Problem(at >= limit ? .end : reason, at)
    }

    // MARK: - Start tags

    @inline(__always)
    mutating func startTag(_ source: ByteReader, _ at: Int) throws(Problem) -> Token {
        name = try name(source, at &+ 1)
        guard elements.count < limits.depth else { throw Problem(.depth, at) }
        let declarations = UInt32(truncatingIfNeeded: namespaces.undo.count)
        let end = Int(name.end)
        // Removing the few attributes one by one is faster than the general `removeAll`.
        while attributes.popLast() != nil {}
        if source[end] == UInt8(ascii: ">"), !hasDoctype, name.start == name.local {
            name.namespace = namespaces.defaultNumber
            position = end &+ 1
        } else {
            try restOfTag(source, end)
        }
        elements.append(Element(name: name, declarations: declarations))
        return .start
    }

    /// Reads the attributes and the end of the tag, and resolves the namespaces.
    @inline(never)
    private mutating func restOfTag(_ source: ByteReader, _ end: Int) throws(Problem) {
        var at = end
        var isQualified = false
        while true {
            let next = source.skipBlanks(at)
            switch source[next] {
            case UInt8(ascii: ">"):
                position = next &+ 1
                try finishTag(source, isQualified)
                return
            case UInt8(ascii: "/"):
                guard source[next &+ 1] == UInt8(ascii: ">") else {
                    throw next &+ 1 >= limit ? Problem(.end, next &+ 1) : Problem(.tag, next)
                }
                position = next &+ 2
                isEmpty = true
                try finishTag(source, isQualified)
                return
            default:
                guard next > at else { throw problem(.tag, next) }
                guard attributes.count < limits.attributes else {
                    throw Problem(.attributes, next)
                }
                at = try attribute(source, next, &isQualified)
            }
        }
    }

    /// Reads one attribute; returns the index after it.
    ///
    /// `isQualified` becomes true if the attribute's name has a prefix or may declare one.
    @inline(__always)
    private mutating func attribute(
        _ source: ByteReader,
        _ start: Int,
        _ isQualified: inout Bool
    ) throws(Problem) -> Int {
        var attribute = Attribute(name: try name(source, start))
        if attribute.name.local != attribute.name.start || source.half(at: start) == Self.xmln {
            isQualified = true
        }
        var at = source.skipBlanks(Int(attribute.name.end))
        guard source[at] == UInt8(ascii: "=") else { throw problem(.equals, at) }
        at = source.skipBlanks(at &+ 1)
        let quote = source[at]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw problem(.quote, at)
        }
        let (text, next) = try value(source, at &+ 1, quote)
        attribute.text = text
        attributes.append(attribute)
        return next
    }

    /// The first four letters of `xmlns`, as a little-endian word.
    static let xmln: UInt32 = 0x6E6C_6D78

    /// Reads a value and its closing quotation mark; returns the value and the index after the
    /// mark.
    @inline(__always)
    mutating func value(
        _ source: ByteReader,
        _ start: Int,
        _ quote: UInt8
    ) throws(Problem) -> (Text, next: Int) {
        let lane = UInt64(quote) &* SWAR.ones
        var seen: UInt64 = 0
        let at = source.run(start, &seen) { SWAR.valueEnds($0, quote: lane) }
        guard source[at] == quote else { return try unusualValue(source, start, quote) }
        let text = Text(start, at &- start, isWide: seen & SWAR.highs != 0)
        if text.isWide { try source.check(start, at) }
        guard at &- start <= limits.textBytes else { throw Problem(.textBytes, start) }
        return (text, at &+ 1)
    }

    /// Reads a value with references or with white space that must be normalized.
    @inline(never)
    private mutating func unusualValue(
        _ source: ByteReader,
        _ start: Int,
        _ quote: UInt8
    ) throws(Problem) -> (Text, next: Int) {
        var copy: [UInt8] = []
        let isPrimary = frames.isEmpty
        let end = try appendValue(source, start, limit, quote, isPrimary, &copy)
        let text = Text(side.count, copy.count, isSide: true, isWide: true)
        side.append(contentsOf: copy)
        side.append(0)
        return (text, end &+ 1)
    }

    // MARK: - End tags

    @inline(__always)
    mutating func endTag(_ source: ByteReader, _ at: Int) throws(Problem) {
        guard elements.count > floor else { throw Problem(.boundary, at) }
        let element = elements[elements.count &- 1]
        let start = at &+ 2
        let length = Int(element.name.end &- element.name.start)
        var end = start &+ length
        guard source.isEqual(start, Int(element.name.start), length) else {
            throw problem(.mismatch, start)
        }
        if source[end] != UInt8(ascii: ">") {
            end = source.skipBlanks(end)
            guard source[end] == UInt8(ascii: ">") else { throw problem(.mismatch, end) }
        }
        position = end &+ 1
        close(element)
    }

    @inline(__always)
    mutating func endOfEmpty() -> Token {
        isEmpty = false
        if let element = elements.last { close(element) }
        return .end
    }

    @inline(__always)
    private mutating func close(_ element: Element) {
        name = element.name
        elements.removeLast()
        if namespaces.undo.count != Int(element.declarations) {
            namespaces.restore(Int(element.declarations))
        }
        if elements.isEmpty { phase = .epilogue }
    }
}
