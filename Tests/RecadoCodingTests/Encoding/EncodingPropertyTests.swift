// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// A tree of any shape, which encodes itself through every kind of container.
private indirect enum Tree: Encodable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([Tree])
    case object([(String, Tree)])

    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    static func random(depth: Int, _ random: inout Seeded) -> Tree {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int(truncatingIfNeeded: random.next()) >> Int(random.next() % 64))
        // Foundation's parser is inexact beyond 15 digits.
        case 3: return .number(Double(Int.random(in: -9_999_999...9_999_999, using: &random)) / 64)
        case 4: return .text(text(&random))
        case 5, 6:
            let count = Int.random(in: 0..<6, using: &random)
            return .list((0..<count).map { _ in .random(depth: depth - 1, &random) })
        default:
            let count = Int.random(in: 0..<6, using: &random)
            return .object(
                (0..<count).map { ("\($0)" + text(&random), .random(depth: depth - 1, &random)) }
            )
        }
    }

    static func text(_ random: inout Seeded) -> String {
        let alphabet = Array("abc \"\\/\n\t\u{1}\u{7F}éñ😀\u{2028}<")
        let count = Int.random(in: 0..<30, using: &random)
        return String(
            (0..<count).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
        )
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .list(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try element.write(into: &container) }
        case .object(let members):
            var container = encoder.container(keyedBy: Key.self)
            for (name, member) in members {
                try member.write(into: &container, Key(stringValue: name))
            }
        case .null, .bool, .integer, .number, .text:
            var container = encoder.singleValueContainer()
            try writeScalar(into: &container)
        }
    }

    private func writeScalar(into container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        default: try container.encodeNil()
        }
    }

    private func write(into container: inout any UnkeyedEncodingContainer) throws {
        if case .list(let elements) = self, elements.count % 2 == 0 {
            var nested = container.nestedUnkeyedContainer()
            for element in elements { try element.write(into: &nested) }
        } else if case .object(let members) = self, members.count % 3 == 0 {
            var nested = container.nestedContainer(keyedBy: Key.self)
            for (name, member) in members {
                try member.write(into: &nested, Key(stringValue: name))
            }
        } else if case .text(let value) = self {
            try container.encode(value)
        } else {
            try container.encode(self)
        }
    }

    private func write(into container: inout KeyedEncodingContainer<Key>, _ key: Key) throws {
        if case .list(let elements) = self, elements.count % 2 == 1 {
            var nested = container.nestedUnkeyedContainer(forKey: key)
            for element in elements { try element.write(into: &nested) }
        } else if case .object(let members) = self, members.count % 3 == 1 {
            try Tree.object(members).encode(to: container.superEncoder(forKey: key))
        } else if case .number(let value) = self {
            try container.encode(value, forKey: key)
        } else {
            try container.encode(self, forKey: key)
        }
    }

    /// The same tree in the types that `JSONSerialization` returns.
    var parsed: NSObject {
        switch self {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .number(let value): NSNumber(value: value)
        case .text(let value): NSString(string: value)
        case .list(let elements): NSArray(array: elements.map(\.parsed))
        case .object(let members):
            NSDictionary(
                objects: members.map(\.1.parsed),
                forKeys: members.map { NSString(string: $0.0) }
            )
        }
    }
}

@Suite struct `JSON read back by Foundation` {
    @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
    func `random trees are equal to the original`(isPretty: Bool, sortsKeys: Bool) throws {
        var random = Seeded(seed: 42)
        var json = JSON()
        (json.isPretty, json.sortsKeys) = (isPretty, sortsKeys)
        for round in 0..<400 {
            let tree = Tree.random(depth: 6, &random)
            let bytes = try json.encode(tree)
            let read = try JSONSerialization.jsonObject(
                with: Data(bytes),
                options: .fragmentsAllowed
            )
            #expect((read as? NSObject) == tree.parsed, "round \(round)")
        }
    }

    private enum Event: Codable, Equatable {
        case opened
        case renamed(String, from: String)
        case moved(to: [Int])
    }

    private struct Wrapper: Codable, Equatable {
        let value: Int
        init(_ value: Int) { self.value = value }
        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Int.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    private struct Untidy: Codable, Equatable {
        var events = [Event.opened, .renamed("b", from: "a"), .moved(to: [1, 2])]
        var wrapped = Wrapper(5)
        var wrappers = [Wrapper(1), Wrapper(2)]
        var table = ["x": [Wrapper(3)], "y": []]
        var maybe: [Int?] = [1, nil]
        var nothing: Wrapper?
        var range = 1..<5
        var set: Set<Int> = [3]
        var pairs = [Wrapper(1).value: "one"]
        var big = Int128.max
        var small: Float = 0.1
        var letter = "\u{1F3AC}"
    }

    @Test func `a model of mixed types is equal to the original`() throws {
        for (isPretty, sortsKeys) in [(false, false), (true, true)] {
            var json = JSON()
            (json.isPretty, json.sortsKeys) = (isPretty, sortsKeys)
            let bytes = try json.encode([Untidy(), Untidy(nothing: Wrapper(9))])
            let read = try JSONDecoder().decode([Untidy].self, from: Data(bytes))
            #expect(read == [Untidy(), Untidy(nothing: Wrapper(9))])
        }
    }
}
