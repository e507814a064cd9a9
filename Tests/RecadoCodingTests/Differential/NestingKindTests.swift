// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// A coding key with any name.
private struct Name: CodingKey, ExpressibleByStringLiteral {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(stringLiteral value: String) { stringValue = value }
}

/// A flat model of a deep document.
private struct Deep: Codable, Equatable {
    var text: String
    var numbers: [Int]
    var flag: Bool?
    var cells: [[Int]]

    init(text: String, numbers: [Int], flag: Bool?, cells: [[Int]]) {
        (self.text, self.numbers, self.flag, self.cells) = (text, numbers, flag, cells)
    }

    init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: Name.self)
        let outer = try root.nestedContainer(keyedBy: Name.self, forKey: "outer")
        let inner = try outer.nestedContainer(keyedBy: Name.self, forKey: "in/ner")
        text = try inner.decode(String.self, forKey: "text")
        flag = try inner.decodeIfPresent(Bool.self, forKey: "flag")
        var list = try inner.nestedUnkeyedContainer(forKey: "list")
        numbers = []
        while !list.isAtEnd {
            let element = try list.nestedContainer(keyedBy: Name.self)
            numbers.append(try element.decode(Int.self, forKey: "n"))
        }
        var rows = try outer.nestedUnkeyedContainer(forKey: "rows")
        cells = []
        while !rows.isAtEnd {
            var row = try rows.nestedUnkeyedContainer()
            var values: [Int] = []
            while !row.isAtEnd { values.append(try row.decode(Int.self)) }
            cells.append(values)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: Name.self)
        var outer = root.nestedContainer(keyedBy: Name.self, forKey: "outer")
        var inner = outer.nestedContainer(keyedBy: Name.self, forKey: "in/ner")
        try inner.encode(text, forKey: "text")
        var list = inner.nestedUnkeyedContainer(forKey: "list")
        for number in numbers {
            var element = list.nestedContainer(keyedBy: Name.self)
            try element.encode(number, forKey: "n")
        }
        try inner.encodeIfPresent(flag, forKey: "flag")
        var rows = outer.nestedUnkeyedContainer(forKey: "rows")
        for values in cells {
            var row = rows.nestedUnkeyedContainer()
            for value in values { try row.encode(value) }
        }
    }
}

/// A model that writes into several open containers in turn.
private struct Disordered: Codable, Equatable {
    var a: [Int]
    var b: [String: Int]

    init(a: [Int], b: [String: Int]) { (self.a, self.b) = (a, b) }

    init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: Name.self)
        a = try root.decode([Int].self, forKey: "a")
        b = try root.decode([String: Int].self, forKey: "b")
    }

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: Name.self)
        var list = root.nestedUnkeyedContainer(forKey: "a")
        var members = root.nestedContainer(keyedBy: Name.self, forKey: "b")
        let names = b.keys.sorted()
        for index in 0..<max(a.count, names.count) {
            if index < a.count { try list.encode(a[index]) }
            guard index < names.count else { continue }
            try members.encode(b[names[index]], forKey: Name(stringValue: names[index]))
        }
        try root.encode(a.count, forKey: "count")
    }
}

/// Asks its encoder for the same kind of container several times.
private struct Twice: Codable, Equatable {
    var first: Int
    var second: [Int]
    var third: String

    enum One: CodingKey { case first }
    enum Two: CodingKey { case second, third }

    init(first: Int, second: [Int], third: String) {
        (self.first, self.second, self.third) = (first, second, third)
    }

    init(from decoder: any Decoder) throws {
        first = try decoder.container(keyedBy: One.self).decode(Int.self, forKey: .first)
        let two = try decoder.container(keyedBy: Two.self)
        second = try two.decode([Int].self, forKey: .second)
        third = try decoder.container(keyedBy: Two.self).decode(String.self, forKey: .third)
    }

    func encode(to encoder: any Encoder) throws {
        var one = encoder.container(keyedBy: One.self)
        try one.encode(first, forKey: .first)
        var two = encoder.container(keyedBy: Two.self)
        try two.encode(second, forKey: .second)
        var again = encoder.container(keyedBy: Two.self)
        try again.encode(third, forKey: .third)
    }
}

/// A model that continues a list with a second container.
private struct Continued: Codable, Equatable {
    var values: [Int]

    init(_ values: [Int]) { self.values = values }

    init(from decoder: any Decoder) throws {
        values = []
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd { values.append(try list.decode(Int.self)) }
        var again = try decoder.unkeyedContainer()
        guard try again.isAtEnd || again.decode(Int.self) == values[0] else {
            throw DecodingError.dataCorruptedError(in: again, debugDescription: "not the first")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for value in values.prefix(2) { try list.encode(value) }
        var rest = encoder.unkeyedContainer()
        for value in values.dropFirst(2) { try rest.encode(value) }
    }
}

/// Writes the same key, or the same nested container, more than once.
private struct Repeated: Codable, Equatable {
    var value: Int
    var inner: [String: Int]

    init(value: Int, inner: [String: Int]) { (self.value, self.inner) = (value, inner) }

    init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: Name.self)
        value = try root.decode(Int.self, forKey: "value")
        inner = try root.decode([String: Int].self, forKey: "inner")
    }

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: Name.self)
        try root.encode("provisional", forKey: "value")
        for (name, number) in inner {
            var members = root.nestedContainer(keyedBy: Name.self, forKey: "inner")
            try members.encode(number, forKey: Name(stringValue: name))
        }
        try root.encode(value, forKey: "value")
    }
}

/// A model that asks for containers and puts nothing into them.
private struct Hollow: Codable, Equatable {
    init() {}

    init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: Name.self)
        _ = try root.nestedContainer(keyedBy: Name.self, forKey: "object")
        let list = try root.nestedUnkeyedContainer(forKey: "list")
        guard list.isAtEnd else {
            throw DecodingError.dataCorruptedError(in: list, debugDescription: "not empty")
        }
        _ = try root.superDecoder(forKey: "super/")
    }

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: Name.self)
        _ = root.nestedContainer(keyedBy: Name.self, forKey: "object")
        _ = root.nestedUnkeyedContainer(forKey: "list")
        _ = root.superEncoder(forKey: "super/")
        var outer = root.nestedUnkeyedContainer(forKey: "outer")
        _ = outer.nestedContainer(keyedBy: Name.self)
        _ = outer.nestedUnkeyedContainer()
        _ = outer.superEncoder()
    }
}

@Suite struct `Parity with Foundation for nested containers` {
    private static let deep =
        #"{"outer":{"in/ner":{"text":"x","list":[{"n":1},{"n":2}],"flag":true},"#
        + #""rows":[[1],[],[2,3]]}}"#

    @Test func `a flat model of a deep document is coded alike`() {
        let parts = [
            (#""x""#, "1"), (#""text":"x","#, " "), (#"{"n":2}"#, #"{"n":"2"}"#),
            (#"{"n":2}"#, "{}"),
            (#"{"n":2}"#, "[2]"), (#"{"n":2}"#, "null"), ("[2,3]", #"[2,"3"]"#), ("[2,3]", "2"),
            ("true", "1"), (#""rows""#, #""row""#), (#""in/ner""#, #""inner""#),
            ("[[1],[],[2,3]]", "{}"), (#"[{"n":1},{"n":2}]"#, #""n""#), ("[]", "null"),
            (#""outer""#, #""out""#),
        ]
        expectAgreement(
            on: Deep.self,
            valid: [
                Self.deep, Self.deep.replacingOccurrences(of: "true", with: "null"),
                Self.deep.replacingOccurrences(of: #"{"n":2}"#, with: #"{"m":[],"n":2}"#),
            ],
            broken: parts.map { Self.deep.replacingOccurrences(of: $0, with: $1) } + ["[]", "5"]
        )
        expectRoundTrips([
            Deep(text: "é", numbers: [1, 2], flag: nil, cells: [[1], [], [2, 3]]),
            Deep(text: "", numbers: [], flag: false, cells: []),
        ])
    }

    @Test func `containers used in turn are encoded alike`() {
        expectRoundTrips([
            Disordered(a: [1, 2, 3], b: ["x": 1, "y": 2]), Disordered(a: [], b: [:]),
            Disordered(a: [1], b: ["": 0, "a": 1, "b": 2]),
        ])
        expectRoundTrips([[Disordered(a: [1], b: ["z": 1]), Disordered(a: [], b: ["z": 1])]])
    }

    @Test func `containers requested more than once are coded alike`() {
        expectRoundTrips([
            Twice(first: 1, second: [1], third: "x"), Twice(first: 0, second: [], third: ""),
        ])
        expectAgreement(
            on: Twice.self,
            valid: [#"{"third":"x","second":[],"first":1}"#],
            broken: [#"{"first":1,"second":[]}"#, #"{"second":[],"third":"x"}"#]
        )
        expectRoundTrips([Continued([]), Continued([1]), Continued([1, 2, 3, 4])])
        expectAgreement(on: Continued.self, valid: ["[1,2]"], broken: [#"[1,"2"]"#, "{}"])
    }

    @Test func `keys and containers written more than once are encoded alike`() {
        let model = Repeated(value: 1, inner: ["a": 1, "b": 2, "c": 3])
        expectRoundTrips([model])
    }

    @Test func `empty containers are coded alike`() {
        expectRoundTrips([Hollow()])
        expectAgreement(
            on: Hollow.self,
            valid: [#"{"object":{},"list":[],"super/":1}"#],
            broken: [
                #"{"object":[],"list":[]}"#, #"{"object":{},"list":{}}"#, #"{"object":{}}"#,
                #"{"object":{},"list":[1]}"#, #"{"list":[]}"#, #"{"object":null,"list":[]}"#,
                #"{"object":{},"list":null}"#,
            ]
        )
    }
}
