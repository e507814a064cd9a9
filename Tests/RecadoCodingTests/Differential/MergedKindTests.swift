// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private struct Name: Codable, Equatable {
    var first: String
    var last: String?
}

private struct Place: Codable, Equatable {
    var town: String
    var floors: [Int]
}

/// Two models whose members share one object.
private struct Merged: Codable, Equatable {
    var name: Name
    var place: Place

    init(name: Name, place: Place) { (self.name, self.place) = (name, place) }

    init(from decoder: any Decoder) throws {
        name = try Name(from: decoder)
        place = try Place(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try name.encode(to: encoder)
        try place.encode(to: encoder)
    }
}

/// A known member, together with others of which only the type is known.
private struct Extended: Codable, Equatable {
    var id: String
    var rest: [String: Int]

    enum CodingKeys: CodingKey { case id }

    init(id: String, rest: [String: Int]) { (self.id, self.rest) = (id, rest) }

    init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
        rest = try [String: Loose](from: decoder).compactMapValues(\.number)
    }

    func encode(to encoder: any Encoder) throws {
        try rest.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
    }

    private struct Loose: Decodable {
        var number: Int?
        init(from decoder: any Decoder) throws {
            number = try? decoder.singleValueContainer().decode(Int.self)
        }
    }
}

/// A model that encodes several lists with one encoder, which joins them to one list.
private struct Joined: Codable, Equatable {
    var lists: [[Int]]

    init(_ lists: [[Int]]) { self.lists = lists }

    init(from decoder: any Decoder) throws {
        lists = [try [Int](from: decoder)]
    }

    func encode(to encoder: any Encoder) throws {
        for list in lists { try list.encode(to: encoder) }
        if lists.isEmpty { try [Int]().encode(to: encoder) }
    }
}

/// A value that passes its decoder and encoder on to its content; layers can be nested.
private struct Layer<Content: Codable & Equatable>: Codable, Equatable {
    var content: Content

    init(_ content: Content) { self.content = content }
    init(from decoder: any Decoder) throws { content = try Content(from: decoder) }
    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

/// A model that encodes nothing at all.
private struct Silent: Codable, Equatable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
}

private struct Unwritable: Encodable {
    struct Refused: Error {}
    var deep: Bool
    enum CodingKeys: CodingKey { case deep, list }

    func encode(to encoder: any Encoder) throws {
        guard deep else { throw Refused() }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(deep, forKey: .deep)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(1)
        throw Refused()
    }
}

/// A model that goes on encoding after a part of it has thrown an error.
///
/// Foundation (Swift 6.3) traps if such a part has asked for a container before it throws.
private struct Forgiving: Encodable {
    enum CodingKeys: CodingKey { case before, bad, list, after }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .before)
        try? container.encode(Unwritable(deep: false), forKey: .bad)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode("a")
        try? list.encode(Double.nan)
        try? list.encode(Unwritable(deep: false))
        try list.encode(list.count)
        try? container.encode(-Double.infinity, forKey: .bad)
        try container.encode(Unwritable?.none, forKey: .after)
    }
}

/// A value of erased type.
private struct Erased: Encodable {
    let write: (any Encoder) throws -> Void
    init(_ value: some Encodable) { write = { try value.encode(to: $0) } }
    func encode(to encoder: any Encoder) throws { try write(encoder) }
}

/// A value whose type is named in the document.
private struct Named: Decodable, Equatable {
    var text: String

    enum CodingKeys: CodingKey { case type, value }

    static func type(_ name: String) -> (any Decodable.Type)? {
        switch name {
        case "int": Int.self
        case "name": Name.self
        case "list": [Bool?].self
        case "self": Named.self
        default: nil
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .type)
        guard let type = Self.type(name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .type,
                in: container,
                debugDescription: "unknown"
            )
        }
        text = "\(try container.decode(type, forKey: .value))"
    }
}

@Suite struct `Parity with Foundation for shared containers` {
    @Test func `two models in one object are coded alike`() {
        expectAgreement(
            on: Merged.self,
            valid: [
                #"{"first":"a","last":"b","town":"c","floors":[1]}"#,
                #"{"floors":[],"town":"","first":""}"#,
            ],
            broken: [
                #"{"first":"a","town":"c"}"#, #"{"town":"c","floors":[]}"#, "[]", "null",
                #"{"first":"a","town":"c","floors":[1,"2"]}"#,
            ]
        )
        expectRoundTrips([
            Merged(name: Name(first: "a"), place: Place(town: "b", floors: [1, 2])),
            Merged(name: Name(first: "a", last: ""), place: Place(town: "b", floors: [])),
        ])
    }

    @Test func `a dictionary in the object of a model is coded alike`() {
        expectAgreement(
            on: Extended.self,
            valid: [#"{"id":"x","a":1,"b":null,"c":[]}"#, #"{"id":"x"}"#],
            broken: [#"{"a":1}"#, #"{"id":1}"#, "[]"]
        )
        expectRoundTrips([
            Extended(id: "x", rest: ["a": 1, "b": 2]), Extended(id: "", rest: [:]),
        ])
    }

    @Test func `several arrays written into one array are encoded alike`() {
        expectRoundTrips([Joined([[1, 2]]), Joined([[]])])
        for lists in [[[1, 2], [3]], [[], [1]], []] {
            let theirs = theirWriting([Joined(lists)])
            for (way, ours) in ourWritings([Joined(lists)]) {
                #expect(isSame(ours.description, theirs.description), "\(way)")
            }
        }
    }

    @Test func `values that pass their coder to a child are coded alike`() {
        expectAgreement(
            on: Layer<Layer<[Layer<Int?>]>>.self,
            valid: ["[1,null]", "[]"],
            broken: [#"["1"]"#, "{}", "null"]
        )
        expectRoundTrips([Layer(Layer([Layer(1), Layer(nil)])), Layer(Layer([]))])
        expectRoundTrips([
            Layer(["a": Layer(Merged(name: .init(first: ""), place: .init(town: "", floors: [])))])
        ])
    }

    @Test func `values that encode nothing are coded alike`() {
        expectAgreement(on: Silent.self, valid: ["null", "1", "{}", "[]"])
        for (way, ours) in ourWritings([Silent(), Silent()]) {
            #expect(
                isSame(ours.description, theirWriting([Silent(), Silent()]).description),
                "\(way)"
            )
        }
        for (way, ours) in ourWritings(["a": Silent()]) {
            #expect(isSame(ours.description, theirWriting(["a": Silent()]).description), "\(way)")
        }
    }

    @Test func `a model that catches the error of a part is encoded alike`() {
        for (way, ours) in ourWritings(Forgiving()) {
            let theirs = theirWriting(Forgiving())
            #expect(isSame(ours.description, theirs.description), "\(way): \(ours), \(theirs)")
        }
        expectRefusals(of: [Unwritable(deep: true)], "Refused")
        expectRefusals(of: [["a": [Unwritable(deep: false)]]], "Refused")
    }

    @Test func `values of types known only at run time are coded alike`() {
        expectAgreement(
            on: Named.self,
            valid: [
                #"{"type":"int","value":5}"#, #"{"type":"name","value":{"first":"x"}}"#,
                #"{"type":"self","value":{"value":[true,null],"type":"list"}}"#,
            ],
            broken: [
                #"{"type":"int","value":"5"}"#, #"{"type":"x","value":1}"#, #"{"type":"list"}"#,
                #"{"type":"self","value":{"type":"name","value":{}}}"#,
            ]
        )
        let values: [[Erased]] = [
            [Erased(1), Erased("x"), Erased([1.5]), Erased(Name(first: "y")), Erased(Int?.none)],
            [Erased(["a": Erased(true)]), Erased([Erased(Erased([Int]()))]), Erased(UInt8.max)],
        ]
        for (way, ours) in ourWritings(values) {
            #expect(isSame(ours.description, theirWriting(values).description), "\(way)")
        }
    }
}
