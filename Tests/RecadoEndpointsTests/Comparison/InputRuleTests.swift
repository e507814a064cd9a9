// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import Testing

@Suite struct `Comparison rules for inputs` {
    private static let place = "PUT /club/films/{id}"

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: String
        let new: String
        /// The differences from `old` to `new`.
        let expected: [String]
        /// The differences from `new` to `old`.
        let back: [String]
    }

    private static func query(_ rest: String = "") -> String {
        #"{"parameters":[{"in":"query","name":"limit"\#(rest)}]}"#
    }

    private static func content(_ rest: String) -> String {
        #"{"requestBody":{"content":{\#(rest)}}}"#
    }

    @Test(arguments: [
        Case(
            testDescription: "a required input",
            old: "{}",
            new: query(#","required":true"#),
            expected: [
                "breaking: \(place) query limit: the input is new and required (input required)"
            ],
            back: [
                "warning: \(place) query limit: the input is no longer looked at (input removed)"
            ]
        ),
        Case(
            testDescription: "an input that becomes required",
            old: query(),
            new: query(#","required":true"#),
            expected: [
                "breaking: \(place) query limit: the input is required now (input required)"
            ],
            back: []
        ),
        Case(
            testDescription: "an optional input",
            old: "{}",
            new: query(),
            expected: ["note: \(place) query limit: the input is new and optional (input added)"],
            back: [
                "warning: \(place) query limit: the input is no longer looked at (input removed)"
            ]
        ),
        Case(
            testDescription: "content",
            old: "{}",
            new: #"{"requestBody":{"required":true,"content":{}}}"#,
            expected: ["breaking: \(place) content: content is required now (content required)"],
            back: ["warning: \(place) content: the content is no longer looked at (input removed)"]
        ),
        Case(
            testDescription: "content that becomes required",
            old: #"{"requestBody":{"content":{}}}"#,
            new: #"{"requestBody":{"required":true,"content":{}}}"#,
            expected: [
                "breaking: \(place) content: content may no longer be left out (content required)"
            ],
            back: []
        ),
        Case(
            testDescription: "a format",
            old: content(#""application/json":{},"application/xml":{}"#),
            new: content(#""application/json":{}"#),
            expected: [
                "breaking: \(place) content: application/xml is no longer taken (format of content)"
            ],
            back: ["note: \(place) content: application/xml is taken as well (format of content)"]
        ),
    ])
    func `changes of parameters, content and formats are reported`(_ example: Case) throws {
        let old = try Documents.operation(example.old)
        let new = try Documents.operation(example.new)
        #expect(try Documents.changes(old, new) == example.expected)
        #expect(try Documents.changes(new, old) == example.back)
    }

    private static let inside = "PUT /club/films/{id} content"

    @Test(arguments: [
        Case(
            testDescription: "a type",
            old: #"{"type":["string","integer"]}"#,
            new: #"{"type":"string"}"#,
            expected: [
                "breaking: \(inside): string is taken, not integer or string (input type narrowed)"
            ],
            back: []
        ),
        Case(
            testDescription: "integers among numbers",
            old: #"{"type":"number"}"#,
            new: #"{"type":"integer"}"#,
            expected: ["breaking: \(inside): integer is taken, not number (input type narrowed)"],
            back: []
        ),
        Case(
            testDescription: "null",
            old: #"{"type":["string","null"]}"#,
            new: #"{"type":"string"}"#,
            expected: ["breaking: \(inside): null is no longer taken (input type narrowed)"],
            back: []
        ),
        Case(
            testDescription: "one of several shapes",
            old: #"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#,
            new: #"{"oneOf":[{"type":"string"},{"type":"boolean"}]}"#,
            expected: ["breaking: \(inside): integer is no longer taken (input type narrowed)"],
            back: ["breaking: \(inside): boolean is no longer taken (input type narrowed)"]
        ),
        Case(
            testDescription: "a choice",
            old: #"{"enum":["a","b"]}"#,
            new: #"{"enum":["a"]}"#,
            expected: [#"breaking: \#(inside): "b" is no longer taken (input choices narrowed)"#],
            back: []
        ),
        Case(
            testDescription: "choices where anything was taken",
            old: #"{"type":"string"}"#,
            new: #"{"type":"string","enum":["a"]}"#,
            expected: [#"breaking: \#(inside): only "a" is taken (input choices narrowed)"#],
            back: []
        ),
        Case(
            testDescription: "a range",
            old: #"{"type":"integer","minimum":0,"maximum":100}"#,
            new: #"{"type":"integer","minimum":1,"maximum":50}"#,
            expected: [
                "breaking: \(inside): the least is 1, it was 0 (input range narrowed)",
                "breaking: \(inside): the greatest is 50, it was 100 (input range narrowed)",
            ],
            back: []
        ),
        Case(
            testDescription: "a limit where there was none",
            old: #"{"type":"number"}"#,
            new: #"{"type":"number","exclusiveMaximum":0.5,"multipleOf":0.25}"#,
            expected: [
                "breaking: \(inside): the greatest is 0.5, there was no limit "
                    + "(input range narrowed)",
                "breaking: \(inside): only multiples of 0.25 are taken (input range narrowed)",
            ],
            back: []
        ),
        Case(
            testDescription: "lengths",
            old: #"{"type":"string","maxLength":255}"#,
            new: #"{"type":"string","minLength":1,"maxLength":64}"#,
            expected: [
                "breaking: \(inside): the least length is 1, there was no limit "
                    + "(input length narrowed)",
                "breaking: \(inside): the greatest length is 64, it was 255 "
                    + "(input length narrowed)",
            ],
            back: []
        ),
        Case(
            testDescription: "a pattern",
            old: #"{"type":"string"}"#,
            new: #"{"type":"string","pattern":"^a$","format":"uuid"}"#,
            expected: [
                "breaking: \(inside): the pattern is “^a$” now (input pattern changed)",
                "breaking: \(inside): the format is “uuid” now (input pattern changed)",
            ],
            back: []
        ),
        Case(
            testDescription: "how a number is held",
            old: #"{"type":"integer","format":"int32"}"#,
            new: #"{"type":"integer","format":"int64"}"#,
            expected: [],
            back: []
        ),
        Case(
            testDescription: "a required member",
            old: #"{"type":"object","properties":{"a":{}}}"#,
            new: #"{"type":"object","properties":{"a":{},"b":{}},"required":["a","b"]}"#,
            expected: [
                "breaking: \(inside)/a: the member is required now (input members)",
                "breaking: \(inside)/b: the member is new and required (input members)",
            ],
            back: ["warning: \(inside)/b: the member is no longer taken (input members)"]
        ),
        Case(
            testDescription: "members that are not listed",
            old: #"{"type":"object","properties":{"a":{},"b":{}}}"#,
            new: #"{"type":"object","properties":{"a":{}},"additionalProperties":false}"#,
            expected: [
                "breaking: \(inside)/b: the member is no longer taken (input members)",
                "breaking: \(inside): members that are not listed are refused (input members)",
            ],
            back: []
        ),
        Case(
            testDescription: "deep in lists and maps",
            old: #"{"type":"array","items":{"additionalProperties":{"type":"string"}}}"#,
            new: #"{"type":"array","items":{"additionalProperties":{"type":"boolean"}}}"#,
            expected: [
                "breaking: \(inside)/[]/{}: boolean is taken, not string (input type narrowed)"
            ],
            back: ["breaking: \(inside)/[]/{}: string is taken, not boolean (input type narrowed)"]
        ),
    ])
    func `a narrower schema breaks callers, and a wider one does not`(_ example: Case) throws {
        let old = try Documents.taking(example.old)
        let new = try Documents.taking(example.new)
        #expect(try Documents.changes(old, new) == example.expected)
        #expect(try Documents.changes(new, old) == example.back)
    }
}
