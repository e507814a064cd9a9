// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

@Suite struct `Paths into generic values` {
    private let answer: Value = [
        "films": [
            ["title": "Solaris", "cast": [["name": "Banionis"]]], ["title": "Stalker"], 7,
            ["cast": [["name": "Kaidanovsky"], ["age": 1]]],
        ],
        "a.b": 1, "count": 3, "none": nil,
    ]

    @Test func `members are read and set by dynamic member lookup`() {
        #expect(answer.films?[0]?.title == "Solaris")
        #expect(answer.films?[0]?.cast?[0]?.name?.stringValue == "Banionis")
        #expect(answer.missing == nil && answer.films?[9]?.title == nil)
        #expect(answer.none == .some(.null))
        var value: Value = [:]
        value.title = "x"
        value.nested = [:]
        value.nested?.deep = true
        #expect(value == ["title": "x", "nested": ["deep": true]])
        value.title = nil
        #expect(value == ["nested": ["deep": true]])
    }

    @Test func `a wildcard path collects values into one array, as in decoding`() throws {
        #expect(answer[path: "films.*.title"] == ["Solaris", "Stalker"])
        #expect(answer[path: "films.*.cast.*.name"] == ["Banionis", "Kaidanovsky"])
        #expect(answer[path: "films.*.x"] == [])
        #expect(answer[path: "x.*.y"] == nil && answer[path: "count.*"] == nil)
        #expect(answer[path: #"a\.b"#] == 1)
        let bytes = try JSON().encode(answer)
        for path: CodingPath in ["films.*.title", "films.*.cast.*.name", "films.*", "films.*.x"] {
            #expect(try JSON().decode(Value.self, from: bytes, at: path) == answer[path: path])
        }
    }

    @Test func `setting a path creates missing objects and elements`() {
        var value: Value = nil
        value[path: "a.b.c"] = 1
        value[path: "a.list"] = [1]
        value[path: "a.list.1"] = 2
        value[path: "a.list.2.x"] = 3
        #expect(value == ["a": ["b": ["c": 1], "list": [1, 2, ["x": 3]]]])
        value[path: ""] = "all"
        #expect(value == "all")
    }

    @Test func `setting a path that cannot exist changes nothing`() {
        for path: CodingPath in [
            "count.x", "films.9", "films.x", "films.*", "films.*.title", "films.2.x",
        ] {
            var value = answer
            value[path: path] = 1
            #expect(value == answer)
        }
    }

    @Test func `setting nil removes members and elements, and creates nothing`() {
        var value = answer
        value[path: "films.1"] = nil
        value[path: "films.0.cast.0.name"] = nil
        value[path: "count"] = nil
        #expect(value[path: "films.*.title"] == ["Solaris"])
        #expect(value[path: "films.0.cast"] == [[:]] && value["count"] == nil)
        let before = value
        for path: CodingPath in ["x", "x.y", "films.9", "none.x", "films.0.x.y"] {
            value[path: path] = nil
            #expect(value == before)
        }
        var nothing: Value = nil
        nothing["a"] = nil
        #expect(nothing == .null)
        nothing[path: "a.b"] = nil
        #expect(nothing == .null)
    }

    @Test func `the description is indented JSON of the same value`() throws {
        let value: Value = [
            "text": "a\"b\\c\n\u{1}é", "list": [1, [], [:], nil, true], "empty": [:],
            "number": 1.5, "nested": ["a": ["b": -3]],
        ]
        #expect(try JSON().value(from: value.description) == value)
        let text = "{\n  \"a\": [\n    1,\n    null\n  ],\n  \"b\": {}\n}"
        #expect((["a": [1, nil], "b": [:]] as Value).description == text)
    }

    @Test func `values read from XML support paths as well`() throws {
        let text = "<a x='1'><film><title>t</title></film><film><title>u</title></film>mixed</a>"
        let value = try XML().value(from: text)
        #expect(value["@x"] == "1" && value["#text"] == "mixed")
        #expect(value[path: "film.*.title"] == ["t", "u"])
        #expect(value.film?[1]?.title == "u")
    }
}
