// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

private enum Kind: CodingKey { case kind, value, next }

/// A value that tries one container after another.
private enum Anything: Codable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([Anything])
    case members([String: Anything])

    struct Name: CodingKey {
        var stringValue: String
        var intValue: Int?
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            let pairs = try container.allKeys.map {
                ($0.stringValue, try container.decode(Anything.self, forKey: $0))
            }
            self = .members(Dictionary(pairs) { first, _ in first })
        } else if var container = try? decoder.unkeyedContainer() {
            var list: [Anything] = []
            while !container.isAtEnd { list.append(try container.decode(Anything.self)) }
            self = .list(list)
        } else {
            self = try Anything(scalar: decoder.singleValueContainer())
        }
    }

    private init(scalar container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .members(let value): try container.encode(value)
        }
    }
}

/// A list whose elements may each have one of several types.
private struct Mixed: Codable, Equatable {
    var texts: [String] = []

    init(_ texts: [String]) { self.texts = texts }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            let index = list.currentIndex
            if try list.decodeNil() {
                texts.append("\(index) nil")
            } else if let value = try? list.decode(UInt8.self) {
                texts.append("\(index) byte \(value)")
            } else if let value = try? list.decode([Int].self) {
                texts.append("\(index) list \(value)")
            } else if let value = try? list.decode(Bool.self) {
                texts.append("\(index) bool \(value)")
            } else if var inner = try? list.nestedUnkeyedContainer() {
                texts.append("\(index) first \(try inner.decode(String.self))")
            } else if let inner = try? list.nestedContainer(keyedBy: Kind.self) {
                texts.append("\(index) kind \(try inner.decode(Int.self, forKey: .kind))")
            } else {
                texts.append("\(index) text \(try list.decode(String.self))")
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for text in texts { try list.encode(text) }
    }
}

/// A shape whose first member tells which other members to read.
private enum Shape: Decodable, Equatable {
    case circle(Double)
    case square(Int)
    case unknown(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Kind.self)
        switch try container.decode(String.self, forKey: .kind) {
        case "circle": self = .circle(try container.decode(Double.self, forKey: .value))
        case "square": self = .square(try container.decode(Int.self, forKey: .value))
        case let kind: self = .unknown(kind)
        }
    }
}

/// A member that may be a number, its digits as a text, or missing; the first try may fail deep
/// inside.
private struct Lenient: Decodable, Equatable {
    var values: [Int]
    var next: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Kind.self)
        if let list = try? container.decode([Int].self, forKey: .value) {
            values = list
        } else if let texts = try? container.decode([String].self, forKey: .value) {
            values = texts.map(\.count)
        } else {
            values = []
        }
        next = try container.decode(Bool.self, forKey: .next)
    }
}

/// The first of two types that can be read.
private struct Either<Left: Decodable & Equatable, Right: Decodable & Equatable>: Decodable,
    Equatable
{
    var left: Left?
    var right: Right?

    init(from decoder: any Decoder) throws {
        do {
            left = try Left(from: decoder)
        } catch {
            right = try Right(from: decoder)
        }
    }
}

@Suite struct `Parity with Foundation for models that try several types` {
    @Test func `a model that tries every container is coded alike`() {
        expectAgreement(
            on: Anything.self,
            valid: [
                "null", "true", "1", "-1.5", "1.0", "1e3", #""x""#, "[]", "{}", "[[],[null],{}]",
                #"{"a":[1,{"b":null,"c":[true,"x",2.5]}],"d":{}}"#, "12345678901234567890",
                #"{"a":1,"a":2}"#, "9007199254740993", "0.1",
            ],
            broken: ["[1,,2]", "{", #"{"a":}"#, "1e999"]
        )
        expectRoundTrips([
            Anything.null,
            .list([.bool(true), .integer(-1), .number(0.5), .text("\u{0}é"), .null]),
            .members(["a": .members([:]), "b": .list([]), "c": .list([.list([.null])])]),
        ])
    }

    @Test func `elements that can have several types are decoded alike`() {
        expectAgreement(
            on: Mixed.self,
            valid: [
                #"[null,255,[1,2],true,["x",1],{"kind":5},"y",[],null]"#, "[]", #"["a","b"]"#,
            ],
            broken: ["[256]", #"[null,{"kind":"x"}]"#, "[1,{}]", "[[true]]", "[1.5]", "{}"]
        )
        expectRoundTrips([Mixed([])])
    }

    @Test func `a member that determines the type of another is decoded alike`() {
        expectAgreement(
            on: Shape.self,
            valid: [
                #"{"kind":"circle","value":1.5}"#, #"{"value":2,"kind":"square"}"#,
                #"{"kind":"x","value":[]}"#,
            ],
            broken: [
                #"{"kind":"circle"}"#, #"{"value":1}"#,
                #"{"kind":null,"value":1}"#, #"{"kind":"circle","value":"1"}"#,
            ],
            unplaced: [(#"{"kind":"square","value":1.5}"#, "/value")]
        )
    }

    @Test func `a model that catches an error deep inside is decoded alike`() {
        expectAgreement(
            on: Lenient.self,
            valid: [
                #"{"value":[1,2],"next":true}"#, #"{"value":["a","bc"],"next":false}"#,
                #"{"value":[1,"a"],"next":true}"#, #"{"next":true}"#, #"{"value":{},"next":true}"#,
            ],
            broken: [#"{"value":[1,"a"],"next":1}"#, #"{"value":["a",1]}"#]
        )
    }

    @Test func `a model tried after another one failed is decoded alike`() {
        expectAgreement(
            on: Either<[Shape], Either<[String: Lenient], Int>>.self,
            valid: [
                #"[{"kind":"square","value":1}]"#, #"{"a":{"next":true}}"#, "5",
            ],
            broken: [#"[{"kind":"square"}]"#, #"{"a":{}}"#, #""x""#, "null"],
            unplaced: [("1.5", "")]
        )
    }
}
