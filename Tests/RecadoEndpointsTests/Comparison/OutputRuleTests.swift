// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import Testing

@Suite struct `Comparison rules for outputs` {
    private static let place = "PUT /club/films/{id} 200"

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: String
        let new: String
        let expected: [String]
        let back: [String]
    }

    @Test(arguments: [
        Case(
            testDescription: "a member",
            old: #"{"properties":{"a":{},"b":{}}}"#,
            new: #"{"properties":{"a":{}}}"#,
            expected: ["breaking: \(place)/b: the member is no longer answered (output members)"],
            back: ["note: \(place)/b: the member is new (output members)"]
        ),
        Case(
            testDescription: "a member that may be missing",
            old: #"{"properties":{"a":{}},"required":["a"]}"#,
            new: #"{"properties":{"a":{}}}"#,
            expected: ["breaking: \(place)/a: the member may be missing (output may be missing)"],
            back: []
        ),
        Case(
            testDescription: "null",
            old: #"{"properties":{"a":{"type":"string"}}}"#,
            new: #"{"properties":{"a":{"type":["string","null"]}}}"#,
            expected: ["breaking: \(place)/a: null may be answered (output may be missing)"],
            back: []
        ),
        Case(
            testDescription: "a member of what stands in a text",
            old: #"{"type":"string","contentSchema":{"properties":{"a":{},"b":{}}}}"#,
            new: #"{"type":"string","contentSchema":{"properties":{"a":{}}}}"#,
            expected: [
                "breaking: \(place)/()/b: the member is no longer answered (output members)"
            ],
            back: ["note: \(place)/()/b: the member is new (output members)"]
        ),
        Case(
            testDescription: "a type",
            old: #"{"type":"integer"}"#,
            new: #"{"type":"number"}"#,
            expected: ["breaking: \(place): number is answered, not integer (output type changed)"],
            back: []
        ),
        Case(
            testDescription: "a choice",
            old: #"{"enum":["a"]}"#,
            new: #"{"enum":["a","b"]}"#,
            expected: [#"breaking: \#(place): "b" is answered as well (output choices widened)"#],
            back: []
        ),
        Case(
            testDescription: "no choices any more",
            old: #"{"type":"string","enum":["a"]}"#,
            new: #"{"type":"string"}"#,
            expected: [
                "breaking: \(place): values are answered that are not listed "
                    + "(output choices widened)"
            ],
            back: []
        ),
        Case(
            testDescription: "one more shape",
            old: #"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#,
            new: #"{"oneOf":[{"type":"string"},{"type":"integer"},{"type":"boolean"}]}"#,
            expected: ["breaking: \(place): boolean is answered as well (output type changed)"],
            back: []
        ),
        Case(
            testDescription: "limits and formats",
            old: #"{"type":"string","maxLength":8,"format":"date"}"#,
            new: #"{"type":"string","maxLength":16}"#,
            expected: [
                "warning: \(place): maxLength is 16 now (output limits widened)",
                "warning: \(place): format is gone (output limits widened)",
            ],
            back: []
        ),
    ])
    func `a wider schema breaks callers, and a narrower one does not`(_ example: Case) throws {
        let old = try Documents.answering(example.old)
        let new = try Documents.answering(example.new)
        #expect(try Documents.changes(old, new) == example.expected)
        #expect(try Documents.changes(new, old) == example.back)
    }

    @Test func `changes of the formats of responses are reported`() throws {
        func answering(_ types: String...) throws -> Value {
            let content = types.map { #""\#($0)":{}"# }.joined(separator: ",")
            return try Documents.operation(#"{"responses":{"200":{"content":{\#(content)}}}}"#)
        }
        let both = try answering("application/json", "application/xml")
        let one = try answering("application/json")
        let rule = "(format of answers)"
        #expect(
            try Documents.changes(both, one)
                == ["breaking: \(Self.place): application/xml is no longer answered \(rule)"]
        )
        #expect(
            try Documents.changes(one, both)
                == ["note: \(Self.place): application/xml is answered as well \(rule)"]
        )
    }
}
