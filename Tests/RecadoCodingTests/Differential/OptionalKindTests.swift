// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

private struct Optionals: Codable, Equatable {
    var one: Int?
    var two: Int??
    var list: [Int?]?
    var members: [String: Int?]?
    var inner: Inner?

    struct Inner: Codable, Equatable {
        var text: String?
    }
}

/// A model that asks in several ways whether each member is missing.
private struct Presence: Decodable, Equatable {
    var texts: [String] = []

    enum CodingKeys: String, CodingKey, CaseIterable {
        case a
        case b = "é"
        case c = ""
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        texts.append("\(container.allKeys.map(\.rawValue).sorted())")
        for key in CodingKeys.allCases {
            texts.append("\(container.contains(key))")
            if container.contains(key) {
                texts.append("\(try container.decodeNil(forKey: key))")
            }
            let value = try container.decodeIfPresent(Int.self, forKey: key)
            texts.append("\(value.map(String.init) ?? "-")")
            let nested = try container.decodeIfPresent(Int?.self, forKey: key)
            texts.append("\(String(describing: nested))")
        }
    }
}

/// Asks whether members are null, even if they are missing.
private struct Nulls: Decodable, Equatable {
    var first: Bool
    var second: Bool
    enum CodingKeys: CodingKey { case first, second }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        first = try container.decodeNil(forKey: .first)
        second = try container.decodeNil(forKey: .second)
    }
}

/// Elements that are null, present or past the end.
private struct NullList: Codable, Equatable {
    var texts: [String] = []

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            let isNull = try list.decodeNil()
            texts.append("\(isNull) \(list.currentIndex)")
            guard !isNull else { continue }
            let value = try list.decodeIfPresent(Int.self)
            texts.append("\(value.map(String.init) ?? "-") \(list.currentIndex)")
        }
        texts.append("\(try list.decodeIfPresent(Int.self) == nil)")
        texts.append("\(list.count.map(String.init) ?? "-")")
    }

    init() {}

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encodeNil()
        try list.encode(1)
        try list.encode(Int?.none)
        try list.encode(Int??.some(.some(3)))
        try list.encodeNil()
    }
}

/// A single value that is null, or not.
private struct Maybe: Codable, Equatable {
    var value: Int?

    init(_ value: Int?) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = container.decodeNil() ? nil : try container.decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}

/// A model that writes null in all possible ways.
private struct WrittenOptionals: Codable, Equatable {
    var a: Int?
    var b: [Int]?
    var c: Maybe?

    enum CodingKeys: CodingKey { case a, b, c, d, e }

    init(a: Int?, b: [Int]?, c: Maybe?) { (self.a, self.b, self.c) = (a, b, c) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        a = try container.decode(Int?.self, forKey: .a)
        b = try container.decode([Int]?.self, forKey: .b)
        c = try container.decodeIfPresent(Maybe.self, forKey: .c)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(a, forKey: .a)
        try container.encode(b, forKey: .b)
        try container.encodeIfPresent(c, forKey: .c)
        try container.encodeNil(forKey: .d)
        try container.encode(Int??.some(.none), forKey: .e)
    }
}

@Suite struct `Parity with Foundation for optionals` {
    @Test func `nested optionals are coded alike`() {
        expectAgreement(on: Int??.self, valid: ["1", "null"], broken: [#""x""#, "[]"])
        expectAgreement(on: [Int??].self, valid: ["[1,null]"], broken: [#"[null,"1"]"#])
        expectAgreement(
            on: [Int?]?.self,
            valid: ["[1,null]", "null", "[]"],
            broken: [#"["1"]"#, "{}", "1"]
        )
        expectAgreement(
            on: [String: Int?].self,
            valid: [#"{"a":1,"b":null}"#, "{}"],
            broken: [#"{"a":"x"}"#, "null"]
        )
        expectAgreement(
            on: [String: Int??]?.self,
            valid: [#"{"a":1,"b":null}"#, "null"],
            broken: [#"{"a":[]}"#]
        )
        expectRoundTrips([[1, nil], [], nil] as [[Int?]?])
        expectRoundTrips([["a": 1, "b": nil]] as [[String: Int?]])
    }

    @Test func `optional properties are coded alike`() {
        expectAgreement(
            on: Optionals.self,
            valid: [
                "{}", #"{"one":null,"two":null,"list":null,"members":null,"inner":null}"#,
                #"{"one":1,"two":2,"list":[1,null],"members":{"a":null},"inner":{"text":null}}"#,
                #"{"inner":{}}"#, #"{"One":1}"#,
            ],
            broken: [
                #"{"one":"1"}"#, #"{"two":[]}"#, #"{"list":[1,"x"]}"#, #"{"members":{"a":true}}"#,
                #"{"inner":{"text":1}}"#, #"{"inner":[]}"#, #"{"one":false}"#,
            ]
        )
        expectRoundTrips([
            Optionals(),
            Optionals(one: 1, two: 2, list: [nil], members: ["x": nil], inner: .init()),
            Optionals(list: [], members: [:], inner: .init(text: "")),
        ])
    }

    @Test func `missing, null and present members are decoded alike`() {
        expectAgreement(
            on: Presence.self,
            valid: [
                "{}", #"{"a":1,"é":null,"":2}"#, #"{"\u0061":null,"\u00e9":5,"x":6}"#,
                #"{"a":null,"a":1}"#, #"{"a":1,"a":null}"#,
            ],
            broken: [#"{"a":"x"}"#, #"{"":[]}"#, "[]", "null"]
        )
    }

    @Test func `decodeNil for members has the same results`() {
        expectAgreement(
            on: Nulls.self,
            valid: [#"{"first":null,"second":0}"#, #"{"second":[],"first":""}"#],
            broken: [#"{"first":null}"#, #"{"second":null}"#, "{}"]
        )
    }

    @Test func `null elements and the end of an array are coded alike`() {
        expectAgreement(
            on: NullList.self,
            valid: ["[]", "[null]", "[1,null,null,2]", "[null,3,null]"],
            broken: [#"[null,"1"]"#, "[1,[]]", "{}", "null"]
        )
        #expect(isSame("[null,1,null,3,null]", theirWriting(NullList()).description))
        for (way, ours) in ourWritings(NullList()) {
            #expect(isSame(ours.description, "[null,1,null,3,null]"), "\(way)")
        }
    }

    @Test func `null as a single value is coded alike`() {
        expectAgreement(
            on: Maybe.self,
            valid: ["null", "5"],
            broken: [#""x""#, "[null]", "{}", "true"]
        )
        expectRoundTrips([Maybe(nil), Maybe(3)])
        expectAgreement(on: [Maybe?].self, valid: ["[null,1]"], broken: [#"["x"]"#])
        expectRoundTrips([["a": Maybe(1), "b": nil]] as [[String: Maybe?]])
    }

    @Test func `every way to encode null is written alike`() {
        expectRoundTrips([
            WrittenOptionals(a: nil, b: nil, c: nil), WrittenOptionals(a: 1, b: [], c: Maybe(2)),
            WrittenOptionals(a: 0, b: nil, c: nil),
        ])
        expectAgreement(
            on: WrittenOptionals.self,
            valid: [#"{"a":null,"b":null}"#, #"{"a":1,"b":[1],"c":null}"#],
            broken: [#"{"a":1}"#, #"{"b":[]}"#, #"{"a":1,"b":[null]}"#]
        )
    }
}
