// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLParser {
    /// Reads character data up to the next tag; returns true if there was any.
    @inline(__always)
    mutating func characters(_ source: ByteReader, _ start: Int) throws(Problem) -> Bool {
        let run = try plainRun(source, start)
        guard source[run.end] == UInt8(ascii: "<"), run.end > start else {
            return try unusualCharacters(source, run, start)
        }
        guard run.end &- start <= limits.textBytes else { throw Problem(.textBytes, start) }
        text = Text(start, run.end &- start, isWide: run.isWide)
        position = run.end
        return true
    }

    /// Reads ordinary characters and checks them.
    @inline(__always)
    private func plainRun(
        _ source: ByteReader,
        _ start: Int
    ) throws(Problem) -> (end: Int, isWide: Bool) {
        var at = start
        var seen: UInt64 = 0
        while true {
            at = source.run(at, &seen) { SWAR.textEnds($0) }
            let byte = source[at]
            if byte == 0x0A || byte == 0x09 {
                at &+= 1
                while source.word(at: at) == 0x20 &* SWAR.ones { at &+= 8 }
                continue
            }
            if byte == UInt8(ascii: ">") {
                guard
                    at &- start < 2 || source[at &- 1] != UInt8(ascii: "]")
                        || source[at &- 2] != UInt8(ascii: "]")
                else { throw Problem(.sectionEnd, at &- 2) }
                at &+= 1
                continue
            }
            break
        }
        let isWide = seen & SWAR.highs != 0
        if isWide { try source.check(start, at) }
        return (at, isWide)
    }

    /// Continues to read a text with references, carriage returns or the end of an entity.
    @inline(never)
    mutating func unusualCharacters(
        _ source: ByteReader,
        _ first: (end: Int, isWide: Bool),
        _ start: Int
    ) throws(Problem) -> Bool {
        // This is enough for most documents, so that the array does not grow repeatedly.
        if side.isEmpty { side.reserveCapacity(sourceCount / 8) }
        let offset = side.count
        var begin = start
        var at = first.end
        while true {
            if at > begin { append(source, begin, at) }
            guard side.count &- offset <= limits.textBytes else {
                throw Problem(.textBytes, tokenStart)
            }
            let byte = source[at]
            guard byte != UInt8(ascii: "<") else { break }
            if byte == UInt8(ascii: "&"), let known = Self.predefined(source, at &+ 1) {
                side.append(known.character)
                begin = at &+ 1 &+ known.length
            } else {
                begin = try interruption(source, at)
            }
            let run = try plainRun(source, begin)
            at = run.end
        }
        position = at
        text = Text(offset, side.count &- offset, isSide: true, isWide: true)
        // A zero byte ends each text, so that a number scanner does not continue into the next
        // text.
        side.append(0)
        return text.length > 0
    }

    /// Handles a reference, a carriage return or the end of an entity within text; returns the
    /// start of the next run.
    private mutating func interruption(_ source: ByteReader, _ at: Int) throws(Problem) -> Int {
        switch source[at] {
        case UInt8(ascii: "&"):
            let reference = try reference(source, at)
            switch reference.meaning {
            case .scalar(let scalar): Self.append(scalar, to: &side)
            case .literal: append(source, at, reference.next)
            case .entity(let entity):
                try enter(entity, at, reference.next)
                return position
            }
            return reference.next
        case 0x0D:
            // XML 1.0 §2.11; a carriage return in an entity came from a character reference and is
            // kept.
            guard frames.isEmpty else {
                side.append(0x0D)
                return at &+ 1
            }
            side.append(0x0A)
            return source[at &+ 1] == 0x0A ? at &+ 2 : at &+ 1
        default:
            guard at == limit, let frame = frames.last else { throw problem(.character, at) }
            guard elements.count == floor else { throw Problem(.boundary, at) }
            return leave(frame)
        }
    }

    /// Copies a run of text.
    private mutating func append(_ source: ByteReader, _ start: Int, _ end: Int) {
        source.slice(start, end &- start).append(to: &side)
    }

    // MARK: - Sections

    /// Reads a comment, a CDATA section or a processing instruction within an element.
    @inline(never)
    mutating func markup(_ source: ByteReader, _ at: Int) throws(Problem) -> Token {
        if source[at &+ 1] == UInt8(ascii: "?") { return try instruction(source, at) }
        if source.has("<!--", at: at) { return try comment(source, at) }
        guard source.has("<![CDATA[", at: at) else {
            throw limit &- at < 9 ? Problem(.end, limit) : Problem(.markup, at)
        }
        let section = try source.section(at &+ 9, until: UInt8(ascii: "]"), limit)
        try take(section, source)
        return .cdata
    }

    mutating func comment(_ source: ByteReader, _ at: Int) throws(Problem) -> Token {
        let section = try source.section(at &+ 4, until: UInt8(ascii: "-"), limit)
        try take(section, source)
        return .comment
    }

    mutating func instruction(_ source: ByteReader, _ at: Int) throws(Problem) -> Token {
        let section = try target(source, at)
        name = Name(at &+ 2, at &+ 2, section.target)
        try take(section.value, source)
        return .instruction
    }

    /// Reads a processing instruction; returns the end of its target and its value (XML 1.0 §2.6).
    mutating func target(
        _ source: ByteReader,
        _ at: Int
    ) throws(Problem) -> (target: Int, value: ByteReader.Section) {
        let start = at &+ 2
        let end = processesNamespaces ? source.simpleNameEnd(start) : source.nameEnd(start)
        guard end > start else { throw problem(.name, start) }
        guard end &- start <= limits.nameBytes else { throw Problem(.nameBytes, start) }
        if end &- start == 3, source.half(at: start) & 0xDF_DFDF == 0x4C_4D58 {
            throw Problem(.target, start)
        }
        let next = source.skipBlanks(end)
        guard next > end || source.has("?>", at: end) else {
            throw problem(source[end] == UInt8(ascii: ":") ? .colon : .blank, end)
        }
        return (end, try source.section(next, until: UInt8(ascii: "?"), limit))
    }

    /// Uses the content of a section as the text of the token, with its line endings normalized.
    private mutating func take(_ section: ByteReader.Section, _ source: ByteReader) throws(Problem)
    {
        position = section.next
        let length = section.end &- section.start
        guard length <= limits.textBytes else { throw Problem(.textBytes, section.start) }
        guard section.hasReturn, frames.isEmpty else {
            text = Text(section.start, length, isWide: section.isWide)
            return
        }
        let offset = side.count
        for at in section.start..<section.end {
            if source[at] != 0x0D {
                side.append(source[at])
            } else if source[at &+ 1] != 0x0A {
                side.append(0x0A)
            }
        }
        text = Text(offset, side.count &- offset, isSide: true, isWide: section.isWide)
        side.append(0)
    }
}
