// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoYAML
import Testing

@Suite struct `YAML documents` {
    private func value(_ text: String) throws -> Value { try YAML().value(from: Array(text.utf8)) }

    @Test(
        arguments: [
            ("12", 12), ("-3", -3), ("+3", 3), ("0x1F", 31), ("0o17", 15), ("1.5", 1.5),
            (".5", 0.5),
            ("-.5e1", -5.0), ("1e3", 1_000.0), ("true", true), ("False", false), ("~", nil),
            ("null", nil), ("", nil), ("yes", "yes"), ("no", "no"), ("2026-11-26", "2026-11-26"),
            ("1.2.3", "1.2.3"), ("'12'", "12"), ("\"\\u00f1\"", "ñ"), ("!!str 12", "12"),
            ("+", "+"),
            ("-", [nil]), ("- - a\n  - 2", [["a", 2]]),
            ("{a: [b, {c: 1}]}", ["a": ["b", ["c": 1]]]),
            ("a: |\n  one\n  two\n", ["a": "one\ntwo\n"]),
            ("a: >-\n  one\n  two\n", ["a": "one two"]),
            ("200: ok\ntrue: x", ["200": "ok", "true": "x"]),
        ] as [(String, Value)]
    )
    func `values have the types of the YAML 1.2 core schema`(
        _ text: String,
        _ expected: Value
    ) throws {
        #expect(try value(text) == expected)
    }

    @Test(
        arguments: [
            ("1.10", "1.10"), ("-1.50", "-1.50"), ("1e3", "1e3"), ("1.0", "1.0"),
            ("12345678901234567890123", "12345678901234567890123"), ("012", "12"), ("+1.5", "1.5"),
        ] as [(String, String)]
    )
    func `numbers keep their digits`(_ text: String, _ expected: String) throws {
        guard case .number(let number) = try value(text) else {
            Issue.record("\(text) is no number")
            return
        }
        #expect(number.description == expected)
    }

    @Test(
        arguments: [
            ("1.10", 1.1, "1.10"), ("012", 12, "012"), ("0x1F", 31, "0x1F"), ("True", true, "True"),
            ("~", nil, "~"), ("a:", ["a": nil], ["a": ""]), ("'12'", "12", "12"),
            ("!!int '7'", 7, "7"),
            (
                "[a, 1.0, {no: yes, b: False}]", ["a", 1, ["no": "yes", "b": false]],
                ["a", "1.0", ["no": "yes", "b": "False"]]
            ),
            (
                "a: &x [01, b]\nc: *x", ["a": [1, "b"], "c": [1, "b"]],
                ["a": ["01", "b"], "c": ["01", "b"]]
            ),
            (
                "a: &x {b: +1, d: e}\nc: {<<: *x, d: 02}",
                ["a": ["b": 1, "d": "e"], "c": ["d": 2, "b": 1]],
                ["a": ["b": "+1", "d": "e"], "c": ["d": "02", "b": "+1"]]
            ),
            (
                "a: &x {b: c}\nd: {<<: [*x, {e: 0o7}]}",
                ["a": ["b": "c"], "d": ["b": "c", "e": 7]],
                ["a": ["b": "c"], "d": ["b": "c", "e": "0o7"]]
            ),
        ] as [(String, Value, Value)]
    )
    func `a document also keeps the spelling of its scalars`(
        _ text: String,
        _ value: Value,
        _ written: Value
    ) throws {
        let document = try YAML().document(from: Array(text.utf8))
        #expect(document.value == value)
        #expect(document.written == written)
        #expect(try self.value(text) == value)
    }

    @Test func `aliases are copied, and explicit keys override merged ones`() throws {
        let text = """
            base: &base {a: 1, b: 2}
            one: *base
            two: {<<: *base, b: 3}
            three: {<<: [{a: 5}, *base], "<<": x}
            """
        let found = try value(text)
        #expect(found["one"] == ["a": 1, "b": 2])
        #expect(found["two"] == ["b": 3, "a": 1])
        #expect(found["three"] == ["<<": "x", "a": 5, "b": 2])
    }

    @Test(arguments: [
        ("a: [1", 1, CodingError.Code.malformed), ("a: 1\na: 2", 2, .duplicateKey),
        ("a: *b", 1, .malformed), ("a: &a [*a]", 1, .malformed), ("? [1]\n: 2", 1, .malformed),
        ("a\n---\nb", 2, .malformed), ("\u{1}", 1, .malformed),
    ])
    func `an invalid document is refused with the line of the error`(
        _ text: String,
        _ line: Int,
        _ code: CodingError.Code
    ) throws {
        let failure = #expect(throws: CodingError.self) { try value(text) }
        #expect(failure?.code == code, "\(String(describing: failure))")
        #expect((failure?.place?.line ?? 0) >= line - 1, "\(String(describing: failure))")
    }

    @Test func `nested aliases cannot expand to billions of values`() throws {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(list)]\n"
        }
        let failure = #expect(throws: CodingError.self) { try value(text) }
        #expect(failure?.code == .tooLarge)
    }

    @Test func `repeated aliases cannot expand to gigabytes of text`() throws {
        let long = String(repeating: "x", count: 100_000)
        let list = Array(repeating: "*a", count: 1_000).joined(separator: ", ")
        for aliases in ["b: [\(list)]", "c: &c [*a, *a]\nd: [\(list.replacing("*a", with: "*c"))]"]
        {
            let failure = #expect(throws: CodingError.self) {
                try value("a: &a \(long)\n\(aliases)")
            }
            #expect(failure?.code == .tooLarge)
        }
        let keys = (0..<1_000).map { "- {*a : \($0)}\n" }.joined()
        let failure = #expect(throws: CodingError.self) { try value("- &a \(long)\n\(keys)") }
        #expect(failure?.code == .tooLarge)
    }

    @Test func `keys are compared byte by byte`() throws {
        let found = try value("caf\u{E9}: 1\ncafe\u{301}: 2")
        #expect(found.objectValue?.count == 2)
    }

    @Test func `depth and size are limited`() throws {
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        let failure = #expect(throws: CodingError.self) { try value(deep) }
        #expect(failure?.code == .tooDeep)
        var chain = "a0: &a0 " + String(repeating: "[", count: 200)
        chain += String(repeating: "]", count: 200) + "\n"
        let ways = String(repeating: "[", count: 100) + "*a0" + String(repeating: "]", count: 100)
        let aliased = #expect(throws: CodingError.self) { try value(chain + "a1: \(ways)") }
        #expect(aliased?.code == .tooDeep)
        #expect(throws: Never.self) { try value(chain + "a1: [*a0]\na2: *a0") }
        var yaml = YAML()
        yaml.limits.bytes = 10
        #expect(throws: CodingError.self) { try yaml.value(from: Array("a: 1234567890".utf8)) }
    }
}
