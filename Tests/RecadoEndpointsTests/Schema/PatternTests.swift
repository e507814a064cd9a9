// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Patterns in schemas` {
    @Test(
        arguments: [
            (
                "^[A-Z]{2}-[0-9]+$", ["ES-1", "PT-0042"],
                ["", "ES-", "es-1", "ESP-1", "ES-1 ", "xES-1"]
            ),
            ("b+", ["b", "abc", "\nb"], ["", "a", "B"]),
            ("^b", ["b", "ba"], ["ab", "", "\nb"]),
            ("b$", ["b", "ab"], ["ba", "", "b\n"]),
            ("^(ab|c)*$", ["", "abcab", "ccc"], ["a", "abb", "ba"]),
            ("^a{0,2}b{2}c{1,}$", ["bbc", "aabbccc"], ["aaabbc", "abc", "bb"]),
            ("^(?:a|)$", ["a", ""], ["aa", "b"]),
            ("^[^\\u0000]*$", ["", "a\u{1}ñ🎬"], ["\0", "a\0b"]),
            ("^.$", ["a", "🎬", "\t"], ["", "ab", "\n", "\u{2028}"]),
            ("^[\\w\\-.]+\\.$", ["a_1-b.."], ["a", "á."]),
            ("^\\d\\s\\S\\D\\W$", ["1 xx-"], ["١ xx-", "1xxx-", "1 xxx"]),
            ("^[\\x41\\u00f1-\\u00F3]$", ["A", "ñ", "ó"], ["a", "ô", "\u{f0}"]),
            ("^[]a?$", [], ["a", "", "]a"]),
            ("^[^]$", ["a", "\n"], ["", "ab"]),
            ("^\\$\\^\\.\\/$", ["$^./"], ["$^x/"]),
            ("^e\u{301}$", ["e\u{301}"], ["é"]),
        ] as [(String, [String], [String])]
    )
    func `match like regular expressions in JavaScript`(
        _ source: String,
        some: [String],
        none: [String]
    ) {
        let pattern = Schema.Pattern(source)
        #expect(pattern.flaw == nil)
        for text in some { #expect(pattern.matches(text), "\(text.debugDescription)") }
        for text in none { #expect(!pattern.matches(text), "\(text.debugDescription)") }
    }

    /// Random numbers that are the same in every run (SplitMix64).
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        mutating func expression(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &self) {
            case 0: "a"
            case 1: "b"
            case 2: "[^a]"
            case 3: "[bc]"
            case 4: expression(depth - 1) + expression(depth - 1)
            case 5: "(\(expression(depth - 1))|\(expression(depth - 1)))"
            case 6: "(\(expression(depth - 1)))*"
            case 7: "(\(expression(depth - 1)))?"
            default: "(?:\(expression(depth - 1))){1,2}"
            }
        }

        mutating func text() -> String {
            String(
                (0..<Int.random(in: 0...7, using: &self)).map { _ in
                    "abc".randomElement(using: &self) ?? "a"
                }
            )
        }
    }

    @Test func `match the same random texts as NSRegularExpression`() throws {
        var chance = Chance(state: 7)
        for _ in 0..<1_500 {
            let body = chance.expression(3)
            let source = ["^\(body)$", "^(\(body))", "(\(body))$", body][
                Int.random(in: 0...3, using: &chance)
            ]
            let pattern = Schema.Pattern(source)
            let other = try NSRegularExpression(pattern: source)
            #expect(pattern.flaw == nil)
            for _ in 0..<12 {
                let text = chance.text()
                let range = NSRange(location: 0, length: text.utf16.count)
                let isMatch = other.firstMatch(in: text, range: range) != nil
                #expect(pattern.matches(text) == isMatch, "\(source) \(text)")
            }
            if let sample = pattern.sample { #expect(pattern.matches(sample), "\(source)") }
        }
    }

    @Test(arguments: [
        "^(a*)*$", "^(a|a)*$", "^(a|aa)+$", "^(.*a){20}$", "(a*)*(a*)*(a*)*c", "^((a?){20}){4}$",
    ])
    func `match nested repetitions without exponential backtracking`(_ source: String) {
        let pattern = Schema.Pattern(source)
        #expect(pattern.flaw == nil)
        #expect(!pattern.matches(String(repeating: "a", count: 5_000) + "b"))
    }

    @Test(arguments: [
        ("(", "a “(” has no “)”"), (")", "a “)” has no “(”"), ("a)b", "a “)” has no “(”"),
        ("[a", "it breaks off"), ("a\\", "it breaks off"), ("a{2", "a “{” has no “}”"),
        ("*", "“*” stands for itself only after a backslash"), ("a{3,2}", "{3,2} counts downwards"),
        ("a{1001}", "expected a number up to 1000 in braces"),
        ("a{99999999999999999999}", "expected a number up to 1000 in braces"),
        ("a+?", "“?” follows a count, and how eager one is makes no difference here"),
        ("[b-a]", "a range goes from one character to a later one"),
        ("[\\d-z]", "a range goes from one character to a later one"),
        ("(?=a)", "of groups that begin with “(?”, “(?:” alone is understood"),
        ("\\1", "“\\1” is not understood"), ("\\bword", "“\\b” is not understood"),
        ("\\p{L}", "“\\p” is not understood"),
        ("\\ud800", "half of a surrogate pair is no character"),
        ("\\u00g0", "expected 4 hexadecimal digits"),
        ("a^b", "“^” can stand at the beginning only"), ("a$b", "“$” can stand at the end only"),
        ("(a$)", "“$” can stand at the end only"),
        ("^a|b$", "put the alternatives between “^” and “$” in parentheses"),
        ("(a{100}){100}", "it takes more than 1000 steps; use smaller counts"),
        ("(((){1000}){1000}){1000}", "it takes more than 1000 steps; use smaller counts"),
        (String(repeating: "(", count: 33), "groups stand more than 32 deep"),
        (String(repeating: "a", count: 1_001), "it has more than 1000 characters"),
    ])
    func `report unsupported syntax and match nothing`(_ source: String, words: String) {
        let pattern = Schema.Pattern(source)
        #expect(pattern.flaw == "“\(source.prefix(100))” is no pattern: \(words)")
        #expect(!pattern.matches("a") && !pattern.matches(""))
    }

    // MARK: - In schemas

    private struct Plate: Codable, Sendable, SchemaProviding {
        var text: String

        init(text: String) { self.text = text }

        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }

        static let schema: Schema = .string(1...9).matching(#"^[A-Z"&]+-[0-9]+$"#)
        static let example = Plate(text: "ES-1")
    }

    private struct Car: Codable, Sendable {
        var plate: Plate
        var others: [Plate]
    }

    private struct Register: Endpoint {
        static let route: Route = "POST /cars"
        typealias Output = NoContent
        @Body var car: Car
    }

    @Test(arguments: [
        (#"{"plate":"ES-1","others":["PT-2"]}"#, []),
        (#"{"plate":"es-1","others":["PT-2","x"]}"#, ["/plate pattern", "/others/1 pattern"]),
        // A text that is too long is not compared with the pattern.
        (#"{"plate":"ES-1234567","others":[]}"#, ["/plate maxLength"]),
    ])
    func `are checked for every text of an input`(_ json: String, found: [String]) throws {
        let recorder = SchemaRecorder()
        let schema = try recorder.describe(Car.self).schema
        var validator = SchemaValidator(library: recorder.library)
        let document = try JSON().document(from: Array(json.utf8))
        validator.validate(
            document.root,
            as: PreparedSchema(schema, recorder.library),
            at: .content("")
        )
        #expect(validator.errors.map { "\($0.pointer ?? "") \($0.code)" } == found)
    }

    @Test(arguments: [("-90.5", "minimum"), ("90.01", "maximum"), ("-90", nil), ("3.5", nil)])
    func `minimum and maximum apply to numbers with a fraction`(json: String, code: String?) throws
    {
        var schema = Schema.number
        (schema.minimum, schema.maximum) = (-90, 90)
        let library = SchemaLibrary()
        var validator = SchemaValidator(library: library)
        let document = try JSON().document(from: Array(json.utf8))
        validator.validate(document.root, as: PreparedSchema(schema, library), at: .query("lat"))
        #expect(validator.errors.map(\.code) == (code.map { [$0] } ?? []))
    }

    @Test func `appear in the OpenAPI document and the WSDL`() throws {
        var api = API(name: "cars", title: "Cars", version: "1", endpoints: [Register.self])
        api.soap = [SOAP.Binding(at: "/soap", namespace: "urn:cars")]
        #expect(api.check().isEmpty)
        let document = try OpenAPI(api).value
        let member = document["components"]?["schemas"]?["Car"]?["properties"]?["plate"]
        #expect(member?["pattern"]?.stringValue == #"^[A-Z"&]+-[0-9]+$"#)
        let text = try WSDL(api, api.soap[0]).text(at: "http://localhost")
        #expect(text.contains(#"<xs:pattern value="[&quot;&amp;A-Z]+\-[0-9]+"/>"#), "\(text)")
    }

    @Test(
        arguments: [
            ("^a|b", nil), ("a|b", "[\\s\\S]*(a|b)[\\s\\S]*"), ("^a", "a[\\s\\S]*"),
            ("^[^\\u0000]*$", nil), ("^[^a]$", "[^a]"), ("^\\d{2,}$", "[0-9]{2,}"),
            ("^\\u0001?[\\-\\]^]$", "[\\-\\]\\^]"), ("^(ab|c){2}\\$\\t$", "(ab|c){2}$\\t"),
            ("\\u0000", nil),
        ] as [(String, String?)]
    )
    func `are converted to XML Schema patterns if they restrict anything`(
        _ source: String,
        facet: String?
    ) {
        #expect(Schema.Pattern(source).xmlSchema == facet)
    }

    private struct Flawed: Codable, Sendable, SchemaProviding {
        var text = ""
        static let schema: Schema = .string().matching("(")
        static let example = Flawed()
    }

    private struct Ask: Endpoint {
        static let route: Route = "GET /things"
        typealias Output = [Holder]
        @Query var q: Flawed
    }

    private struct Holder: Codable, Sendable {
        var flawed: Flawed
    }

    @Test func `are reported by the check if they are invalid`() {
        let api = API(name: "test", title: "Test", version: "1", endpoints: [Ask.self])
        #expect(
            api.check().map(\.description) == [
                "Ask: “(” is no pattern: a “(” has no “)”",
                "Holder: “(” is no pattern: a “(” has no “)”",
            ]
        )
    }
}
