// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private struct Empty: Codable, Equatable {}

/// A class that holds others of its kind.
private final class Node: Codable, Equatable {
    var value: Int
    var next: Node?
    var children: [Node]

    init(_ value: Int, next: Node? = nil, children: [Node] = []) {
        (self.value, self.next, self.children) = (value, next, children)
    }

    static func == (one: Node, other: Node) -> Bool {
        one.value == other.value && one.next == other.next && one.children == other.children
    }
}

private indirect enum Expression: Codable, Equatable {
    case number(Double)
    case sum(Expression, Expression)
    case product(left: Expression, right: Expression)
}

@propertyWrapper
private struct Trimmed: Codable, Equatable {
    var wrappedValue: String

    init(wrappedValue: String) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        wrappedValue = text.trimmingCharacters(in: .whitespaces)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

/// A property wrapper with synthesized coding, which becomes an object with the key `wrappedValue`.
@propertyWrapper
private struct Boxed<Value: Codable & Equatable>: Codable, Equatable {
    var wrappedValue: Value
}

private struct Wrapping: Codable, Equatable {
    @Trimmed var text = ""
    @Boxed var number = 0
    @Boxed var list: [Int]? = nil
}

private struct Page<Element: Codable & Equatable, Cursor: Codable & Equatable>: Codable, Equatable {
    var elements: [Element]
    var next: Cursor?
}

private struct Identifier<Owner>: RawRepresentable, Codable, Hashable {
    var rawValue: Int
}

private struct Options: OptionSet, Codable {
    var rawValue: UInt8
}

/// A pair as a list, such as other languages write a tuple.
private struct Pair: Codable, Equatable {
    var name: String
    var value: Double

    init(_ name: String, _ value: Double) { (self.name, self.value) = (name, value) }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        name = try list.decode(String.self)
        value = try list.decode(Double.self)
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(name)
        try list.encode(value)
    }
}

/// An object that uses `encodeConditional`, which both coders treat like `encode`.
private final class Conditional: Codable, Equatable {
    var parent: Node
    var others: [Node]

    enum CodingKeys: CodingKey { case parent, others }

    init(parent: Node, others: [Node]) { (self.parent, self.others) = (parent, others) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeConditional(parent, forKey: .parent)
        var list = container.nestedUnkeyedContainer(forKey: .others)
        for node in others { try list.encodeConditional(node) }
    }

    static func == (one: Conditional, other: Conditional) -> Bool {
        one.parent == other.parent && one.others == other.others
    }
}

/// Elements that are written from sequences.
private struct Sequences: Codable, Equatable {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(from decoder: any Decoder) throws {
        bytes = try decoder.singleValueContainer().decode([UInt8].self)
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(contentsOf: bytes.prefix(1))
        try list.encode(contentsOf: bytes.dropFirst().map(Int.init))
    }
}

@Suite struct `Parity with Foundation for composite models` {
    @Test func `a model without members is coded alike`() {
        expectAgreement(
            on: Empty.self,
            valid: ["{}", #"{"a":1}"#, "[]", "1", "null", #""x""#],
            broken: []
        )
        expectRoundTrips([[Empty(), Empty()]])
    }

    @Test func `recursive models are coded alike`() {
        expectAgreement(
            on: Node.self,
            valid: [
                #"{"value":1,"children":[]}"#,
                #"{"value":1,"next":{"value":2,"children":[]},"children":[]}"#,
                #"{"value":1,"children":[{"value":3,"children":[]}]}"#,
            ],
            broken: [
                #"{"value":1}"#, #"{"value":1,"next":{"value":2,"children":[{}]},"children":[]}"#,
                #"{"value":1,"next":[],"children":[]}"#, #"{"value":1,"children":[null]}"#,
            ]
        )
        let chain = (0..<60).reduce(Node(0)) { Node($1, next: $0) }
        expectRoundTrips([Node(1, next: Node(2), children: [Node(3), Node(4)]), chain])
        expectRoundTrips([
            Expression.sum(.number(1), .product(left: .number(0.5), right: .number(-2)))
        ])
        expectAgreement(
            on: Expression.self,
            valid: [#"{"sum":{"_0":{"number":{"_0":1}},"_1":{"number":{"_0":2}}}}"#],
            broken: [#"{"sum":{"_0":{"number":{"_0":1}},"_1":{"number":{"_0":"2"}}}}"#]
        )
    }

    @Test func `property wrappers are coded alike`() {
        expectAgreement(
            on: Wrapping.self,
            valid: [
                #"{"text":" a ","number":{"wrappedValue":1},"list":{"wrappedValue":[1]}}"#,
                #"{"text":"","number":{"wrappedValue":1},"list":{"wrappedValue":null}}"#,
            ],
            broken: [
                "{}", #"{"text":"","number":{"wrappedValue":1},"list":{}}"#,
                #"{"text":1,"number":{"wrappedValue":1},"list":{}}"#,
                #"{"text":"","number":1,"list":{}}"#, #"{"text":"","number":{},"list":{}}"#,
                #"{"text":"","number":{"wrappedValue":1},"list":{"wrappedValue":["1"]}}"#,
                #"{"text":"","number":{"wrappedValue":1}}"#,
            ]
        )
        expectRoundTrips([Wrapping(), Wrapping(text: "x", number: 2, list: [1])])
    }

    @Test func `generic models are coded alike`() {
        expectAgreement(
            on: Page<Page<Int, String>, [Int]>.self,
            valid: [#"{"elements":[{"elements":[1],"next":"x"},{"elements":[]}],"next":[1,2]}"#],
            broken: [
                #"{"elements":[{"elements":[1],"next":2}]}"#, #"{"elements":[{}],"next":[]}"#,
                #"{"elements":[],"next":["1"]}"#,
            ]
        )
        expectRoundTrips([
            Page(elements: [Page(elements: [1.5], next: true)], next: "x"),
            Page(elements: [], next: nil),
        ])
    }

    @Test func `raw-representable models are coded alike`() {
        expectAgreement(
            on: [Identifier<Node>].self,
            valid: ["[1,-2]"],
            broken: [#"["1"]"#, "[null]", #"[{"rawValue":1}]"#]
        )
        expectRoundTrips([Identifier<Pair>(rawValue: 5)])
        expectAgreement(
            on: Options.self,
            valid: ["0", "255"],
            broken: ["null", "[]"],
            unplaced: [("256", "")]
        )
        expectRoundTrips([Options(rawValue: 3)])
        expectAgreement(on: [Identifier<Int>: Int].self, valid: ["[1,2]"], broken: ["[1]", "{}"])
    }

    @Test func `pairs coded as arrays are coded alike`() {
        expectAgreement(
            on: Pair.self,
            valid: [#"["a",1]"#, #"["a",1,"ignored"]"#],
            broken: [#"["a","1"]"#, #"[1,"a"]"#, #"{"name":"a","value":1}"#, #"["a",null]"#]
        )
        expectRoundTrips([[Pair("a", 1), Pair("b", 0.5)]])
    }

    @Test func `members written by encodeConditional are encoded alike`() {
        expectRoundTrips([Conditional(parent: Node(1), others: [Node(2), Node(3)])])
    }

    @Test func `elements written from sequences are encoded alike`() {
        expectRoundTrips([Sequences([]), Sequences([1]), Sequences([1, 2, 255])])
    }
}
