// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite struct `Parity with Foundation for strings and grammar` {
    @Test func `string escapes are decoded alike`() {
        expectAgreement(
            on: String.self,
            valid: [
                "\"\"", #""\"\\\/\b\f\n\r\t""#, #""\u0000\u001f\u007f\u0080""#, #""\u00e9\u00E9é""#,
                #""\ud83d\ude00😀\uD83D\uDE00""#, #""\uffff\ufffe\ufdd0\u2028\u2029""#,
                #""\udbff\udfff\ud800\udc00""#, "\"\u{7F}\u{2028}\u{FEFF}\"", #""a\u0301á""#,
                #""👨‍👩‍👧‍👦 🇩🇪 नि 한""#, #""/""#, #""\\u0041""#, #""\u005c\u0022""#,
            ],
            broken: [
                #""\x""#, #""\u12""#, #""\u12g4""#, #""\""#, #""a"#, "\"\n\"", "\"\t\"",
                "\"\u{0}\"", "\"\u{1F}\"",
                #""\U0041""#, #""\'""#, "'a'", #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#,
                #""\ud800\ud800""#, #""\u{41}""#, #""\a""#,
            ]
        )
    }

    @Test func `special characters in strings are coded alike`() {
        let controls = String(String.UnicodeScalarView((0...0x20).compactMap(Unicode.Scalar.init)))
        expectRoundTrips([
            "", controls, "\"\\/", "\u{7F}\u{80}\u{9F}", "é e\u{301}", "😀👨‍👩‍👧‍👦🇩🇪",
            "\u{2028}\u{2029}",
            "\u{FEFF}\u{FFFE}\u{FFFF}\u{10FFFF}", "</script>", "\u{0}", "a\u{0}b", "\r\n",
        ])
    }

    @Test func `long strings are coded alike`() {
        let texts = [
            String(repeating: "a", count: 100_000), String(repeating: "é", count: 40_000),
            String(repeating: "😀\"", count: 20_000), String(repeating: "\n", count: 10_000),
            String(repeating: "a", count: 4_095) + "😀", String(repeating: "\\", count: 1_025),
        ]
        expectRoundTrips(texts)
    }

    @Test func `single characters as keys and values are coded alike`() {
        for value in stride(from: UInt32(0), to: 0x3000, by: 7) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let model = [String(scalar): [String(scalar) + "x"]]
            let theirs = theirWriting(model).description
            for (way, ours) in ourWritings(model) {
                #expect(isSame(ours.description, theirs), "U+\(value) \(way)")
            }
            #expect(Outcome { try JSON().decode(from: theirs) } == .value(model))
        }
    }

    @Test func `unusual but valid JSON is accepted by both`() {
        expectAgreement(
            on: DocumentTree.self,
            valid: [
                " \t\r\n1 ", "[ ]", "{ }", "[\n1 ,\t2\r]", #"{ "a" : 1 , "b":[ ] }"#, "-0",
                "-0.0e-0",
                "1E+10", "0.0", "true", " null", #"{"":{"":{}}}"#, "1.0e5", "[0e1]",
            ]
        )
    }

    @Test(arguments: [
        "[", "]", "{", "}", "[1", "[1 2]", "[1;2]", "[,]", "[,1]", "[1,,2]", "{,}", #"{"a"}"#,
        #"{"a":}"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{"a":1,,"b":2}"#, "{1:2}", "{a:1}", "{'a':1}",
        "tru", "True", "nul", "nulll", "truefalse", "undefined", "01", "-01", "1.", ".1", "-", "+1",
        "1e", "1e+", "1.e1", "0x10", "1_000", "1,2", "1 2", "[1] 2", "{} {}", "[1]]", "//\n1",
        "/* */1", "[1 // x\n]", "NaN", "-Infinity", "\"a", "a\"", "[\"a]", "\\", "\u{A0}1",
        "\u{B}1",
        "--1", "1-", "1e1.5", "1e5e5", "00", "-", "[1}", "{\"a\":1]", "#",
    ])
    func `malformed JSON is refused by both`(_ text: String) {
        let theirs = theirOutcome(DocumentTree.self, text)
        #expect(theirs.refusal?.description == "dataCorrupted")
        for (way, ours) in ourOutcomes(DocumentTree.self, text) {
            #expect(ours.refusal?.description == "dataCorrupted", "\(way)")
        }
    }

    @Test func `an empty document is refused by both`() {
        for text in ["", " ", "\n\t\r "] {
            #expect(theirOutcome(DocumentTree.self, text).refusal?.description == "dataCorrupted")
            for (way, ours) in ourOutcomes(DocumentTree.self, text) {
                #expect(ours.refusal?.description == "dataCorrupted", "\(way)")
            }
        }
    }

    @Test func `invalid UTF-8 is refused by both`() {
        let texts: [[UInt8]] = [
            [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80],
            [0x80],
            [0xC3, 0x28], [0xF0, 0x9F, 0x98],
        ]
        for bytes in texts {
            let document = [0x22] + bytes + [0x22]
            let theirs = Outcome { try JSONDecoder().decode(String.self, from: Data(document)) }
            let ours = Outcome { try JSON().decode(String.self, from: document) }
            #expect(theirs.refusal?.description == "dataCorrupted", "\(bytes)")
            #expect(ours.refusal?.description == "dataCorrupted", "\(bytes)")
        }
    }

    @Test(arguments: [
        String.Encoding.utf8, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian,
        .utf32LittleEndian,
    ])
    func `UTF-8, UTF-16 and UTF-32 are read by both`(_ encoding: String.Encoding) throws {
        for mark in ["", "\u{FEFF}"] {
            let text = mark + #"{"a":["é😀",1]}"#
            let data = try #require(text.data(using: encoding))
            let theirs = Outcome { try JSONDecoder().decode(DocumentTree.self, from: data) }
            let ours = Outcome { try JSON().decode(DocumentTree.self, from: Array(data)) }
            let read = DocumentTree.members(["a": .list([.text("é😀"), .integer(1)])])
            #expect(ours == .value(read), "with a mark: \(!mark.isEmpty)")
            // The byte order mark of UTF-32LE begins with that of UTF-16LE, for which Foundation
            // takes it.
            let isMistaken = encoding == .utf32LittleEndian && !mark.isEmpty
            #expect((theirs == .value(read)) != isMistaken, "with a mark: \(!mark.isEmpty)")
        }
    }

    @Test func `nesting is limited by both to the same depth`() {
        for (depth, isValid) in [(500, true), (512, true), (513, false), (2_000, false)] {
            let list = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let theirs = theirOutcome(Ignored.self, list)
            let ours = Outcome { try JSON().decode(Ignored.self, from: list) }
            #expect((theirs.refusal == nil) == isValid, "\(depth): Foundation \(theirs)")
            #expect((ours.refusal == nil) == isValid, "\(depth): Recado \(ours)")
        }
    }

    /// A model that reads nothing.
    private struct Ignored: Decodable {}
}
