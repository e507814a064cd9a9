// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

private struct Single: Codable, Equatable { var only: Int }

private struct Odd: Codable, Equatable {
    var quoted = 1
    var slashed = 2
    var wide: [Int?] = [3, nil]
    var empty: String?

    enum CodingKeys: String, CodingKey {
        case quoted = "a \"quoted\" name that is longer than sixteen bytes"
        case slashed = "\\\n"
        case wide = "año"
        case empty = ""
    }
}

/// Keys with associated values, whose memory is not just the number of their case.
private enum Carrying: CodingKey {
    case flag(Bool)
    case text(String)

    var stringValue: String {
        switch self {
        case .flag(let value): value ? "yes" : "no"
        case .text(let value): value
        }
    }
    var intValue: Int? { nil }
    init?(stringValue: String) { self = .text(stringValue) }
    init?(intValue: Int) { nil }
}

private enum Flags: CodingKey {
    case one(Bool)
    case two(Bool)

    var stringValue: String {
        switch self {
        case .one(let value): "one \(value)"
        case .two(let value): "two \(value)"
        }
    }
    var intValue: Int? { nil }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

private struct Keyed<Key: CodingKey & Sendable>: Encodable, Sendable {
    let keys: [Key]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (index, key) in keys.enumerated() { try container.encode(index, forKey: key) }
    }
}

/// A model that is a new type for each `Tag`, so that its keys have not been prepared before.
private struct Fresh<Tag>: Codable, Sendable {
    var first = 1
    var second = "two"
}

@Suite(.timeLimit(.minutes(1))) struct `Cached names of coding keys` {
    @Test func `a type with a single key is encoded and decoded`() throws {
        for _ in 0..<2 {
            let text = try JSON().encodeToString([Single(only: 1), Single(only: 2)])
            #expect(text == #"[{"only":1},{"only":2}]"#)
            #expect(try JSON().decode([Single].self, from: text).map(\.only) == [1, 2])
        }
    }

    @Test func `names with special characters are escaped and read back`() throws {
        let expected =
            #"{"a \"quoted\" name that is longer than sixteen bytes":1,"\\\n":2,"#
            + #""año":[3,null]}"#
        for _ in 0..<2 {
            let text = try JSON().encodeToString(Odd())
            #expect(text == expected)
            #expect(try JSON().decode(Odd.self, from: text) == Odd())
        }
        let full = try JSON().encodeToString(Odd(empty: "e"))
        #expect(try JSON().decode(Odd.self, from: full).empty == "e")
    }

    @Test func `indented output has the same names`() throws {
        var json = JSON()
        json.isPretty = true
        let text = try json.encodeToString(Single(only: 1))
        #expect(text == "{\n  \"only\": 1\n}")
    }

    @Test func `keys with associated values are named by those values`() throws {
        for _ in 0..<2 {
            let large = Keyed<Carrying>(keys: [.flag(true), .text("other"), .flag(false)])
            #expect(try JSON().encodeToString(large) == #"{"yes":0,"other":1,"no":2}"#)
            let small = Keyed<Flags>(keys: [.two(true), .one(true), .one(false), .two(false)])
            #expect(
                try JSON().encodeToString(small)
                    == #"{"two true":0,"one true":1,"one false":2,"two false":3}"#
            )
        }
    }

    @Test func `many threads can use a new type at once`() async throws {
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    let text = try JSON().encodeToString([Fresh<Int>(), Fresh<Int>()])
                    let read = try JSON().decode([Fresh<Int>].self, from: text)
                    return "\(text) \(read.map(\.second))"
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(
            texts == [#"[{"first":1,"second":"two"},{"first":1,"second":"two"}] ["two", "two"]"#]
        )
    }
}

@Suite struct `Doubles written as JSON` {
    @Test(arguments: [
        0.001, 0.0010000001, 24.95, -24.95, 100.5, 1_000.000001, 123_456.789_012,
        999_999_999.999_999, 38.345_212_3, -65.613_616_999_999_977, 123.123_456_789_012,
        999.999_999_999_999, 0.1 + 0.2, 1e-4, .leastNonzeroMagnitude, 1e9 + 0.1, 1.000_000_000_001,
        298.480_000_000_000_02, 0.999_999_999_999_999_9,
    ])
    func `have the same digits as in the standard library`(number: Double) throws {
        #expect(try JSON().encodeToString(number) == number.description)
    }
}
