// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Finds the end of an XML token, whose bytes may arrive in several pieces.
///
/// The scanner knows only the ends of tokens (XML 1.0 §2.1 to §2.7): a text ends before `<`; a tag
/// ends with a `>` outside of quotation marks; a comment ends with `-->`, a CDATA section with
/// `]]>` and a processing instruction with `?>`. The parser checks everything else, in whole
/// tokens. No byte is examined twice.
struct XMLTokenScanner: Sendable {
    struct Found {
        var kind: Kind
        /// The index after the token.
        var end: Int
    }

    enum Kind {
        case text, startTag, endTag, emptyTag, other
        /// A token that is not allowed in any document; the parser reports the reason.
        case malformed
    }

    private enum State {
        case begin, text, tag
        /// A section that ends with `mark`, once or twice, and `>`; the search for the end starts
        /// at `body`.
        case section(mark: UInt8, body: Int)
    }

    /// The index at which the token begins.
    private(set) var start = 0
    private var at = 0
    private var state = State.begin
    /// The quotation mark of the value at the current position in a tag; 0 outside of values.
    private var quote: UInt8 = 0
    /// The token, once its end has been found.
    private var found: Found?

    /// Begins to scan the token at an index.
    mutating func begin(at index: Int) {
        guard index != start else { return }
        (start, at, state, quote, found) = (index, index, .begin, 0, nil)
    }

    /// Adjusts the indexes after bytes were removed or added before the token.
    mutating func shift(by count: Int) {
        start -= count
        at -= count
        if case .section(let mark, let body) = state {
            state = .section(mark: mark, body: body - count)
        }
        if let end = found?.end { found?.end = end - count }
    }

    /// Finds the end of the token; returns `nil` if the end has not arrived.
    mutating func scan(_ source: ByteReader) -> Found? {
        if found == nil { found = search(source) }
        return found
    }

    private mutating func search(_ source: ByteReader) -> Found? {
        while at < source.count {
            switch state {
            case .begin:
                guard let found = begin(source) else { continue }
                return found.end > start ? found : nil
            case .text:
                at = source.index(of: UInt8(ascii: "<"), from: at) ?? source.count
                return at < source.count ? Found(kind: .text, end: at) : nil
            case .tag:
                if let found = tag(source) { return found }
            case .section(let mark, let body):
                at = source.index(of: UInt8(ascii: ">"), from: at) ?? source.count
                guard at < source.count else { return nil }
                at += 1
                let count = mark == UInt8(ascii: "?") ? 1 : 2
                let isEnd =
                    at - 1 - count >= body && source[at - 2] == mark
                    && source[at - 1 - count] == mark
                if isEnd { return Found(kind: .other, end: at) }
            }
        }
        return nil
    }

    /// Determines the kind of a token by its first bytes; returns an empty token if there are too
    /// few.
    private mutating func begin(_ source: ByteReader) -> Found? {
        guard source[start] == UInt8(ascii: "<") else {
            state = .text
            return nil
        }
        guard source.count - start > 1 else { return Found(kind: .malformed, end: start) }
        switch source[start + 1] {
        case UInt8(ascii: "?"):
            state = .section(mark: UInt8(ascii: "?"), body: start + 2)
            at = start + 2
        case UInt8(ascii: "!"):
            if source.has("<!--", at: start) {
                state = .section(mark: UInt8(ascii: "-"), body: start + 4)
                at = start + 4
            } else if source.has("<![CDATA[", at: start) {
                state = .section(mark: UInt8(ascii: "]"), body: start + 9)
                at = start + 9
            } else {
                // After nine bytes, the length of both `<![CDATA[` and `<!DOCTYPE`, the token is
                // known to be neither a comment nor a CDATA section.
                let isKnown = source.count - start >= 9
                return Found(kind: .malformed, end: isKnown ? start + 9 : start)
            }
        default:
            state = .tag
            at = start + 1
        }
        return nil
    }

    private mutating func tag(_ source: ByteReader) -> Found? {
        while at < source.count {
            let byte = source[at]
            at += 1
            switch byte {
            case UInt8(ascii: "<"): return Found(kind: .malformed, end: at)
            case quote: quote = 0
            case _ where quote != 0: break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: ">"):
                let isEnd = source[start + 1] == UInt8(ascii: "/")
                let isEmpty = source[at - 2] == UInt8(ascii: "/")
                return Found(kind: isEnd ? .endTag : isEmpty ? .emptyTag : .startTag, end: at)
            default: break
            }
        }
        return nil
    }
}
