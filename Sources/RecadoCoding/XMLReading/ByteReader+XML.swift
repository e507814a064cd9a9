// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Scans the tokens of XML: each method takes an index in the source and returns the index after a
/// token.
extension ByteReader {
    // MARK: - Blanks

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool {
        byte <= 0x20 && (1 << UInt64(byte)) & 0x1_0000_2600 as UInt64 != 0
    }

    /// Returns the index of the next byte that is not white space.
    @inline(__always)
    func skipBlanks(_ start: Int) -> Int {
        var at = start
        while Self.isBlank(self[at]) { at &+= 1 }
        return at
    }

    /// True if a range of bytes is only white space; the parser must already have checked the
    /// bytes.
    @inline(__always)
    func isBlank(_ start: Int, _ length: Int) -> Bool {
        var at = start
        let end = start &+ length
        while at < end {
            let others = SWAR.nonBlanks(word(at: at)) & SWAR.first(end &- at)
            if others != 0 { return false }
            at &+= 8
        }
        return true
    }

    /// True if a range contains bytes outside ASCII.
    @inline(__always)
    func isWide(_ start: Int, _ length: Int) -> Bool {
        var at = 0
        while length &- at > 8 {
            if word(at: start &+ at) & SWAR.highs != 0 { return true }
            at &+= 8
        }
        return word(at: start &+ at) & SWAR.highs & SWAR.first(length &- at) != 0
    }

    /// Returns the index of the next byte that is not a space, tab or line feed.
    @inline(__always)
    func skipLayout(_ start: Int) -> Int {
        var at = start
        while true {
            let ends = SWAR.layoutEnds(word(at: at))
            if ends != 0 { return at &+ SWAR.count(before: ends) }
            at &+= 8
        }
    }

    // MARK: - Names

    /// Returns the index after a name without a colon; the start itself if there is no name.
    @inline(__always)
    func simpleNameEnd(_ start: Int) -> Int {
        let word = word(at: start)
        let first = UInt8(truncatingIfNeeded: word)
        let isStart = (first | 0x20) &- 0x61 < 26 || first == 0x5F
        let ends = SWAR.nameEnds(word)
        if ends != 0, word & SWAR.highs & SWAR.before(ends) == 0 {
            return isStart ? start &+ SWAR.count(before: ends) : start
        }
        let rest = self.word(at: start &+ 8)
        let others = SWAR.nameEnds(rest)
        guard isStart, ends | (word & SWAR.highs) == 0, others != 0,
            rest & SWAR.highs & SWAR.before(others) == 0
        else { return longNameEnd(start) }
        return start &+ 8 &+ SWAR.count(before: others)
    }

    /// Returns the index after a name of at most 15 ASCII letters without a colon, given its first
    /// eight bytes; the start itself for any other name.
    @inline(__always)
    func shortNameEnd(_ start: Int, _ word: UInt64) -> Int {
        let first = UInt8(truncatingIfNeeded: word)
        guard (first | 0x20) &- 0x61 < 26 || first == 0x5F else { return start }
        var end = start
        var ends = SWAR.nameEnds(word) | (word & SWAR.highs)
        if ends == 0 {
            let rest = self.word(at: start &+ 8)
            ends = SWAR.nameEnds(rest) | (rest & SWAR.highs)
            if ends == 0 { return start }
            end &+= 8
        }
        end &+= SWAR.count(before: ends)
        let next = self[end]
        return next < 0x80 && next != UInt8(ascii: ":") ? end : start
    }

    @inline(never)
    private func longNameEnd(_ start: Int) -> Int {
        let length = scalarLength(start, isFirst: true)
        return length == 0 ? start : nameCharactersEnd(start &+ length)
    }

    /// Returns the index after the characters that are allowed in a name without a colon.
    func nameCharactersEnd(_ start: Int) -> Int {
        var at = start
        while true {
            let word = word(at: at)
            let ends = SWAR.nameEnds(word) | (word & SWAR.highs)
            if ends == 0 {
                at &+= 8
                continue
            }
            at &+= SWAR.count(before: ends)
            guard self[at] >= 0x80 else { return at }
            let length = scalarLength(at, isFirst: false)
            if length == 0 { return at }
            at &+= length
        }
    }

    /// Returns the index after a name (XML 1.0 §2.3 [5]), which may contain colons; the start
    /// itself if there is no name.
    func nameEnd(_ start: Int) -> Int {
        guard self[start] == UInt8(ascii: ":") || simpleNameEnd(start) > start else { return start }
        return nameTokenEnd(start)
    }

    /// Returns the index after a name token (XML 1.0 §2.3 [7]); the start itself if there is none.
    func nameTokenEnd(_ start: Int) -> Int {
        var at = nameCharactersEnd(start)
        while self[at] == UInt8(ascii: ":") { at = nameCharactersEnd(at &+ 1) }
        return at
    }

    /// Returns the number of bytes of the name character at an index; 0 if the character is not
    /// allowed there.
    private func scalarLength(_ at: Int, isFirst: Bool) -> Int {
        let bytes = half(at: at)
        let first = UInt8(truncatingIfNeeded: bytes)
        if first < 0x80 {
            let isStart = (first | 0x20) &- 0x61 < 26 || first == 0x5F
            let isOther = first &- 0x30 < 10 || first &- 0x2D < 2
            return isStart || (isOther && !isFirst) ? 1 : 0
        }
        let length = UTF8Validation.sequence(bytes)
        guard length > 0 else { return 0 }
        let tail: UInt32 =
            (bytes >> 8 & 0x3F) << 12 | (bytes >> 16 & 0x3F) << 6 | bytes >> 24 & 0x3F
        let value: UInt32 =
            switch length {
            case 2: UInt32(first & 0x1F) << 6 | tail >> 12
            case 3: UInt32(first & 0x0F) << 12 | tail >> 6
            default: UInt32(first & 0x07) << 18 | tail
            }
        return Self.isInName(value, isFirst: isFirst) ? length : 0
    }

    /// True if a character outside ASCII is allowed in a name (XML 1.0 §2.3 [4], [4a]).
    private static func isInName(_ value: UInt32, isFirst: Bool) -> Bool {
        switch value {
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF,
            0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF,
            0xFDF0...0xFFFD, 0x1_0000...0xE_FFFF:
            true
        case 0xB7, 0x300...0x36F, 0x203F...0x2040: !isFirst
        default: false
        }
    }

    // MARK: - Characters

    /// Returns the index of the next byte that a function marks; all bytes before it are combined
    /// into `seen` by OR.
    @inline(__always)
    func run(_ start: Int, _ seen: inout UInt64, until ends: (UInt64) -> UInt64) -> Int {
        var at = start
        while true {
            let word = word(at: at)
            let found = ends(word)
            if found != 0 {
                seen |= word & SWAR.before(found)
                return at &+ SWAR.count(before: found)
            }
            seen |= word
            at &+= 8
        }
    }

    /// True if a character is allowed in XML (§2.2 [2]).
    static func isCharacter(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }

    /// Checks the bytes outside ASCII: they must be valid UTF-8 without U+FFFE and U+FFFF.
    @inline(never)
    func check(_ start: Int, _ end: Int) throws(XMLProblem) {
        let fault = UTF8Validation.firstFault(in: self, from: start, to: end, isXML: true)
        guard let fault else { return }
        throw XMLProblem(UTF8Validation.isXML(half(at: fault)) ? .utf8 : .character, fault)
    }

    /// The content of a comment, a processing instruction or a CDATA section.
    struct Section {
        var start: Int
        var end: Int
        /// The index after the end mark, such as `-->`.
        var next: Int
        var isWide = false
        /// True if the content has a carriage return, which must still be normalized.
        var hasReturn = false
    }

    /// Reads to `-->`, `?>` or `]]>`, given by its first byte, and checks all characters before it.
    func section(_ start: Int, until mark: UInt8, _ limit: Int) throws(XMLProblem) -> Section {
        let lane = UInt64(mark) &* SWAR.ones
        var section = Section(start: start, end: start, next: start)
        var seen: UInt64 = 0
        var at = start
        while true {
            at = run(at, &seen) { SWAR.sectionEnds($0, mark: lane) }
            if self[at] == mark {
                let length = try closing(at, mark)
                if length > 0 {
                    section.end = at
                    section.next = at &+ length
                    section.isWide = seen & SWAR.highs != 0
                    if section.isWide { try check(start, at) }
                    return section
                }
            } else if self[at] == 0x0D {
                section.hasReturn = true
            } else if !Self.isBlank(self[at]) {
                // Errors in the bytes before this one take precedence.
                if seen & SWAR.highs != 0 { try check(start, at) }
                throw XMLProblem(at >= limit ? .end : .character, at)
            }
            at &+= 1
        }
    }

    /// Returns the length of the end mark of a section if it is at an index; otherwise 0.
    private func closing(_ at: Int, _ mark: UInt8) throws(XMLProblem) -> Int {
        let next = self[at &+ 1]
        if mark == UInt8(ascii: "?") { return next == UInt8(ascii: ">") ? 2 : 0 }
        guard next == mark else { return 0 }
        if self[at &+ 2] == UInt8(ascii: ">") { return 3 }
        if mark == UInt8(ascii: "-") { throw XMLProblem(.comment, at) }
        return 0
    }

    /// True if the given ASCII letters are at an index.
    func has(_ text: StaticString, at start: Int) -> Bool {
        let text = ByteReader(text)
        var place = 0
        while place < text.count {
            guard self[start &+ place] == text[place] else { return false }
            place &+= 1
        }
        return true
    }

    /// Returns a copy of the bytes between two indexes; it is empty if the end is before the start.
    func bytes(_ start: Int, _ end: Int) -> [UInt8] {
        slice(start, end &- start).array
    }

    /// True if the ranges of bytes at two indexes are equal.
    @inline(__always)
    func isEqual(_ one: Int, _ other: Int, _ length: Int) -> Bool {
        var at = 0
        while length &- at > 8 {
            if word(at: one &+ at) != word(at: other &+ at) { return false }
            at &+= 8
        }
        let rest = word(at: one &+ at) ^ word(at: other &+ at)
        return rest & SWAR.first(length &- at) == 0
    }
}
