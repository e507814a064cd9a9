// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Percent encoding` {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var kept: PercentEncoding.CharacterSet
        var escaped: String
        var testDescription: String { name }

        init(
            _ name: String,
            _ text: String,
            _ kept: PercentEncoding.CharacterSet,
            _ escaped: String
        ) {
            (self.name, self.text, self.kept, self.escaped) = (name, text, kept, escaped)
        }
    }

    static let cases = [
        Case("a film in a path", "El Camión", .pathSegment, "El%20Cami%C3%B3n"),
        Case("a film in a query", "El Camión", .query, "El%20Cami%C3%B3n"),
        Case("a film in a form", "El Camión", .form, "El+Cami%C3%B3n"),
        Case("nothing", "", .unreserved, ""),
        Case("unreserved", "aZ09-._~", .unreserved, "aZ09-._~"),
        Case("a slash in a segment", "AC/DC", .pathSegment, "AC%2FDC"),
        Case("a slash in a path", "AC/DC?", .path, "AC/DC%3F"),
        Case("a segment's own characters", "a;b=c@d:e,f+g", .pathSegment, "a;b=c@d:e,f+g"),
        Case("separators in a query", "a&b=c+d;e#f", .query, "a%26b%3Dc%2Bd%3Be%23f"),
        Case("an address in a query", "https://a/?b", .query, "https://a/?b"),
        Case("a tilde in a form", "a~b*c-d._e", .form, "a%7Eb*c-d._e"),
        Case("a plus in a form", "1+1 = 2", .form, "1%2B1+%3D+2"),
        Case("an escape, again", "100%25", .unreserved, "100%2525"),
        Case("control characters", "\r\n\u{0}\u{7F}", .path, "%0D%0A%00%7F"),
        Case("beyond the first plane", "🎬", .unreserved, "%F0%9F%8E%AC"),
        Case("further characters, never %", "a!%", .init(unreservedAnd: "!%é"), "a!%25"),
    ]

    @Test(arguments: cases)
    func `text is escaped as its URI component requires, and decoded`(_ sample: Case) {
        #expect(PercentEncoding.encode(sample.text, keeping: sample.kept) == sample.escaped)
        let decoded =
            sample.kept == .form
            ? PercentEncoding.decodeForm(sample.escaped) : PercentEncoding.decode(sample.escaped)
        #expect(decoded == sample.text)
    }

    @Test(arguments: [
        "%", "%4", "a%", "%G0", "%0G", "%%41", "%+1", "%-1", "% 1", "%C3", "%FF", "%C0%AF",
    ])
    func `malformed escapes and bytes that are not UTF-8 are refused`(_ text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }

    @Test func `a plus sign is decoded as a space in forms only`() {
        #expect(PercentEncoding.decode("a+b%2b") == "a+b+")
        #expect(PercentEncoding.decodeForm("a+b%2b") == "a b+")
    }

    @Test func `in a form, a percent sign outside an escape is kept`() {
        #expect(PercentEncoding.decodeForm("100%+%4+%zz+%41") == "100% %4 %zz A")
        #expect(PercentEncoding.decodeForm("%FF") == nil)
    }

    @Test func `substrings are encoded and decoded`() {
        #expect(PercentEncoding.encode("a b c".dropFirst(2), keeping: .unreserved) == "b%20c")
        #expect(PercentEncoding.decode("x%20y".dropFirst()) == " y")
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `random text survives encoding and decoding`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let text = generator.text(upTo: 40)
            for kept in [.unreserved, .pathSegment, .path, .query] as [PercentEncoding.CharacterSet]
            {
                let escaped = PercentEncoding.encode(text, keeping: kept)
                #expect(PercentEncoding.decode(escaped).map { Array($0.utf8) } == Array(text.utf8))
            }
            let form = PercentEncoding.encode(text, keeping: .form)
            #expect(PercentEncoding.decodeForm(form).map { Array($0.utf8) } == Array(text.utf8))
        }
    }
}
