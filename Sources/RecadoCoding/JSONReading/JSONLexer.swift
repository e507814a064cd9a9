// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The tokens of JSON: from an index in the source to a node and the index behind it.
///
/// It holds nothing but the source, and gives back what it finds in registers.
struct JSONLexer {
    typealias Problem = JSONParser.Problem
    typealias Node = Document.Node

    let source: Source

    /// What was found and the index behind it.
    struct Token {
        var node: Node
        var next: Int
    }

    @inline(__always)
    init(_ source: Source) {
        self.source = source
    }

    /// The index of the next byte that is no blank.
    @inline(__always)
    func skipBlanks(_ at: Int) -> Int {
        source[at] > 0x20 ? at : skipManyBlanks(at)
    }

    @inline(__always)
    private func skipManyBlanks(_ start: Int) -> Int {
        var at = start
        while true {
            switch source[at] {
            case 0x20, 0x09, 0x0D: at &+= 1
            case 0x0A:
                at &+= 1
                while source.word(at: at) == 0x20 &* Lanes.ones { at &+= 8 }
            default: return at
            }
        }
    }

    /// Reads a value that is neither a container nor a string.
    @inline(never)
    func scalar(_ byte: UInt8, _ at: Int) throws(Problem) -> Token {
        if byte &- 0x30 < 10 || byte == UInt8(ascii: "-") {
            var next = at
            guard let number = ScannedNumber(source, &next) else { throw Problem(.number, at) }
            return Token(node: number.node, next: next)
        }
        return try literal(byte, at)
    }

    @inline(__always)
    private func literal(_ byte: UInt8, _ at: Int) throws(Problem) -> Token {
        switch byte {
        case UInt8(ascii: "t") where source.half(at: at) == 0x6575_7274:
            Token(node: Node(.true, offset: at, payload: 0), next: at &+ 4)
        case UInt8(ascii: "f") where source.half(at: at &+ 1) == 0x6573_6C61:
            Token(node: Node(.false, offset: at, payload: 0), next: at &+ 5)
        case UInt8(ascii: "n") where source.half(at: at) == 0x6C6C_756E:
            Token(node: Node(.null, offset: at, payload: 0), next: at &+ 4)
        default:
            throw Problem(at >= source.count ? .end : .value, at)
        }
    }

    // MARK: - Strings

    /// Reads a string that is a value.
    @inline(__always)
    func string(_ at: Int) throws(Problem) -> Token {
        let start = at &+ 1
        let (end, isWide) = scan(from: start)
        if source[end] == UInt8(ascii: "\""), !isWide {
            return Token(
                node: Node(
                    .string,
                    offset: start,
                    payload: UInt64(truncatingIfNeeded: end &- start)
                ),
                next: end &+ 1
            )
        }
        return try unusual(start, end, isWide, .string)
    }

    /// Reads a key; its escapes are left for the parser to decode.
    @inline(__always)
    func key(_ at: Int) throws(Problem) -> Token {
        guard source[at] == UInt8(ascii: "\"") else {
            throw Problem(at >= source.count ? .end : .key, at)
        }
        let start = at &+ 1
        let (end, isWide) = scan(from: start)
        guard source[end] == UInt8(ascii: "\""), !isWide else {
            return try unusual(start, end, isWide, .key)
        }
        return Token(node: key(start, end, []), next: end &+ 1)
    }

    @inline(__always)
    private func key(_ start: Int, _ end: Int, _ flags: Node.Flags) -> Node {
        let length = end &- start
        let prefix = Self.prefix(source.half(at: start), length)
        return Node(
            .key,
            flags,
            offset: start,
            payload: Node.payload(length: length, high: prefix)
        )
    }

    /// The first bytes of a key, zeros behind a shorter one.
    @inline(__always)
    static func prefix(_ bytes: UInt32, _ length: Int) -> UInt32 {
        length >= 4 ? bytes : bytes & ((1 << UInt32(truncatingIfNeeded: length &* 8)) &- 1)
    }

    /// The colon behind a key, and the index of the value.
    @inline(__always)
    func colon(_ at: Int) throws(Problem) -> Int {
        let at = skipBlanks(at)
        guard source[at] == UInt8(ascii: ":") else {
            throw Problem(at >= source.count ? .end : .colon, at)
        }
        return skipBlanks(at &+ 1)
    }

    /// The index of the end, before which only blanks may come.
    func end(_ at: Int) throws(Problem) -> Int {
        let at = skipBlanks(at)
        guard at >= source.count else { throw Problem(.trailing, at) }
        return at
    }

    /// The index of the next quotation mark, backslash or control character, or of the end; and whether
    /// bytes outside ASCII come before it.
    @inline(__always)
    private func scan(from start: Int) -> (end: Int, isWide: Bool) {
        var at = start
        var seen: UInt64 = 0
        while true {
            // Behind the end there are zeros, which are control characters.
            let word = source.word(at: at)
            let ends = Lanes.ends(word)
            if ends != 0 {
                let bits = UInt64(truncatingIfNeeded: ends.trailingZeroBitCount & ~7)
                seen |= word & ((1 << bits) &- 1)
                return (at &+ Int(truncatingIfNeeded: bits >> 3), seen & Lanes.highs != 0)
            }
            seen |= word
            at &+= 8
        }
    }

    /// Reads on in a string with escapes or bytes outside ASCII, and checks both.
    @inline(never)
    private func unusual(
        _ start: Int,
        _ first: Int,
        _ isFirstWide: Bool,
        _ kind: Node.Kind
    ) throws(Problem) -> Token {
        var end = first
        var isWide = isFirstWide
        var flags: Node.Flags = []
        while source[end] == UInt8(ascii: "\\") {
            flags = .escaped
            let next = scan(from: try escape(end))
            end = next.end
            isWide = isWide || next.isWide
        }
        guard source[end] == UInt8(ascii: "\"") else {
            throw Problem(end >= source.count ? .end : .control, end)
        }
        if isWide {
            flags.insert(.wide)
            if let fault = UTF8Check.firstFault(in: source, from: start, to: end) {
                throw Problem(.encoding, fault)
            }
        }
        let node =
            kind == .key
            ? key(start, end, flags)
            : Node(
                .string,
                flags,
                offset: start,
                payload: UInt64(truncatingIfNeeded: end &- start)
            )
        return Token(node: node, next: end &+ 1)
    }

    /// Checks one escape; returns the index behind it.
    private func escape(_ at: Int) throws(Problem) -> Int {
        switch source[at &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return at &+ 2
        case UInt8(ascii: "u"):
            guard let unit = Unescaper.unit(source, at &+ 2) else { throw Problem(.escape, at) }
            guard (0xD800...0xDFFF).contains(unit) else { return at &+ 6 }
            // RFC 8259 §7: a character beyond the first plane is a pair of escapes.
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
