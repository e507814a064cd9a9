// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Reads the tokens of JSON: each method takes an index in the source and returns a node and the
/// index after it.
///
/// The lexer holds only the source and returns its results in registers. Common code is inlined
/// into the parser. Rare code takes and returns values, never addresses, so that the parser's state
/// stays in registers as well.
struct JSONLexer {
    typealias Problem = JSONParser.Problem
    typealias Node = Document.Node

    let source: ByteReader

    /// The node that was found, and the index after it.
    struct Token {
        var node: NodeWords
        var next: Int
    }

    /// A key, a hash of its bytes, and the index after it.
    struct Key {
        var node: NodeWords
        var hash: UInt64
        var next: Int
    }

    /// An index and the byte at that index.
    struct Cursor {
        var at: Int
        var byte: UInt8
    }

    @inline(always)
    init(_ source: ByteReader) {
        self.source = source
    }

    // MARK: - Blanks

    /// Returns an index with its byte, which is zero after the end.
    @inline(always)
    func place(_ at: Int) -> Cursor { Cursor(at: at, byte: source[at]) }

    /// Returns the index of the next byte that is not white space.
    func skipBlanks(_ at: Int) -> Int {
        var next = place(at)
        skipBlanks(&next)
        return next.at
    }

    /// Moves to the next byte that is not white space.
    @inline(always)
    func skipBlanks(_ next: inout Cursor) {
        if next.byte <= 0x20 { next = behindBlanks(next.at) }
    }

    @inline(never)
    private func behindBlanks(_ start: Int) -> Cursor {
        var at = start
        while true {
            var byte = source[at]
            if byte == 0x0A {
                // Skips the line feed, and the spaces at the start of the next line.
                at &+= 1
                var others = source.word(at: at) ^ (0x20 &* SWAR.ones)
                while others == 0 {
                    at &+= 8
                    others = source.word(at: at) ^ (0x20 &* SWAR.ones)
                }
                at &+= SWAR.count(before: others)
                byte = source[at]
            }
            guard byte <= 0x20, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
                return Cursor(at: at, byte: byte)
            }
            if byte != 0x0A { at &+= 1 }
        }
    }

    /// Skips white space and the colon after a key.
    @inline(never)
    func lateColon(_ at: Int) throws(Problem) -> Cursor {
        let at = skipBlanks(at)
        guard source[at] == UInt8(ascii: ":") else {
            throw Problem(at >= source.count ? .end : .colon, at)
        }
        return place(at &+ 1)
    }

    /// Returns the index of the end of the source; throws if anything but white space precedes it.
    @inline(never)
    func end(_ at: Int) throws(Problem) -> Int {
        let at = skipBlanks(at)
        guard at >= source.count else { throw Problem(.trailing, at) }
        return at
    }

    // MARK: - Scalars

    /// Reads `true`, `false` or `null`.
    @inline(always)
    func literal(_ at: Int) throws(Problem) -> Token {
        let word = source.word(at: at)
        if UInt32(truncatingIfNeeded: word) == 0x6C6C_756E {
            return Token(node: NodeWords(.null, offset: at, payload: 0), next: at &+ 4)
        }
        if UInt32(truncatingIfNeeded: word) == 0x6575_7274 {
            return Token(node: NodeWords(.true, offset: at, payload: 0), next: at &+ 4)
        }
        guard word & 0xFF_FFFF_FFFF == 0x65_736C_6166 else {
            throw Problem(at >= source.count ? .end : .value, at)
        }
        return Token(node: NodeWords(.false, offset: at, payload: 0), next: at &+ 5)
    }

    // MARK: - Strings

    /// Skips the plain bytes of a string; returns the index of the first byte that is not plain, or
    /// the end.
    ///
    /// All bytes are plain except quotation marks, backslashes, control characters and bytes
    /// outside ASCII.
    @inline(always)
    func plainEnd(_ start: Int) -> Int {
        var at = start
        // Bytes after the end read as zeros, which are control characters.
        var stops = SWAR.stops(source.word(at: at))
        while stops == 0 {
            at &+= 8
            stops = SWAR.stops(source.word(at: at))
        }
        return at &+ SWAR.count(before: stops)
    }

    /// Returns the key up to the first byte that is not plain, and the index of that byte.
    ///
    /// The key is complete only if that byte is a quotation mark.
    @inline(always)
    func plainKey(_ start: Int) -> (key: Key, end: Int) {
        var end = start
        var first = source.word(at: start)
        var hash: UInt64
        let stops = SWAR.stops(first)
        if stops != 0 {
            end &+= SWAR.count(before: stops)
            first &= SWAR.through(stops) >> 8
            hash = first
        } else {
            end = plainEnd(start &+ 8)
            hash = first &* Self.multiplier ^ source.word(at: end &- 8)
        }
        let payload = Node.payload(length: end &- start, high: UInt32(truncatingIfNeeded: first))
        let node = NodeWords(.key, offset: start, payload: payload)
        return (Key(node: node, hash: hash &* Self.multiplier, next: end &+ 1), end)
    }

    /// The odd number by which words are multiplied to hash them, so that the high bits of the
    /// product depend on all bits of the word.
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Returns the hash that `plainKey` returns for a key with these bytes.
    func hash(_ start: Int, _ length: Int) -> UInt64 {
        let first = source.word(at: start)
        guard length >= 8 else { return (first & SWAR.first(length)) &* Self.multiplier }
        let last = source.word(at: start &+ length &- 8)
        return (first &* Self.multiplier ^ last) &* Self.multiplier
    }

    // MARK: - Unusual strings

    /// Continues to read a key from its first byte that is not plain.
    ///
    /// The parser decodes its escapes later.
    @inline(never)
    func unusualKey(_ start: Int, _ end: Int) throws(Problem) -> Key {
        let text = try unusual(start, end)
        let length = text.node.length
        let payload = KeyName.payload(source.slice(start, length))
        let node = NodeWords(.key, text.node.flags, offset: start, payload: payload)
        return Key(node: node, hash: hash(start, length), next: text.next)
    }

    /// Continues to read a string from its first byte that is not plain, and checks escapes and
    /// UTF-8.
    @inline(never)
    func unusual(_ start: Int, _ first: Int) throws(Problem) -> Token {
        var at = first
        var flags = Node.Flags()
        while true {
            let byte = source[at]
            if byte >= 0x80 {
                flags.insert(.wide)
                at = behindWide(at)
                guard source[at] < 0x80 else {
                    // A character that is cut off at the end is reported as a missing end, not as
                    // invalid UTF-8.
                    let isCut = (at..<source.count).allSatisfy { source[$0] >= 0x80 }
                    throw Problem(isCut ? .end : .encoding, at)
                }
            } else if byte == UInt8(ascii: "\\") {
                flags.insert(.escaped)
                at = source[at &+ 1] == UInt8(ascii: "\"") ? at &+ 2 : try escape(at)
            } else {
                break
            }
            at = plainEnd(at)
        }
        guard source[at] == UInt8(ascii: "\"") else {
            throw Problem(at >= source.count ? .end : .control, at)
        }
        let length = UInt64(truncatingIfNeeded: at &- start)
        return Token(node: NodeWords(.string, flags, offset: start, payload: length), next: at &+ 1)
    }

    /// Returns the index of the next ASCII byte, or of the first byte that is not valid UTF-8.
    @inline(always)
    private func behindWide(_ start: Int) -> Int {
        var at = start
        while true {
            let word = source.word(at: at)
            guard word & 0x80 != 0 else { return at }
            let length = UTF8Validation.sequence(UInt32(truncatingIfNeeded: word))
            guard length > 0 else { return at }
            at &+= length
        }
    }

    /// Checks one escape; returns the index after it.
    private func escape(_ at: Int) throws(Problem) -> Int {
        switch source[at &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return at &+ 2
        case UInt8(ascii: "u"):
            guard let unit = Unescaper.unit(source, at &+ 2) else { throw Problem(.escape, at) }
            guard (0xD800...0xDFFF).contains(unit) else { return at &+ 6 }
            // RFC 8259 §7: a character beyond U+FFFF is a pair of escapes.
            guard unit < 0xDC00, source[at &+ 6] == UInt8(ascii: "\\"),
                source[at &+ 7] == UInt8(ascii: "u"),
                let low = Unescaper.unit(source, at &+ 8), (0xDC00...0xDFFF).contains(low)
            else { throw Problem(.surrogate, at) }
            return at &+ 12
        default:
            throw Problem(at &+ 1 >= source.count ? .end : .escape, at)
        }
    }
}
