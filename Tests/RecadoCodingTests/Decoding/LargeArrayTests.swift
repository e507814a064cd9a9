// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import RecadoCoding

/// Arrays so large that they are read part by part, beside the same documents read as a whole.
@Suite struct `Large arrays` {
    /// Elements of all kinds and sizes, more than a part holds.
    private static func elements(_ count: Int, seed: UInt64) -> [String] {
        var random = Seeded(seed: seed)
        return (0..<count).map { element($0, &random) }
    }

    private static func element(_ number: Int, _ random: inout Seeded) -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return "\(number)"
        case 1: return "\"número \\u00e9 \(number)\""
        case 2: return "null"
        case 3: return "[]"
        case 4: return "{ }"
        case 5:
            let members = (0..<Int.random(in: 1..<80, using: &random)).map { "\"k\($0)\":[\($0)]" }
            return "{\(members.joined(separator: ","))}"
        case 6: return "{\"\\u0061\":[[1,[2]],{\"b\":{}}], \"n\": \(number), \"n\": 0}"
        default: return "[[],[\(number),{\"x\":[]}],1.5]"
        }
    }

    private func text(_ elements: [String]) -> String {
        "[" + elements.joined(separator: ", \n") + "]"
    }

    /// A text that is long enough to be read in parts.
    private func longText(_ elements: [String]) -> String {
        text(elements) + String(repeating: " ", count: JSON.partedBytes)
    }

    /// What the general way makes of a text.
    private func whole<T: Decodable>(_ type: T.Type, _ json: JSON, _ text: String) throws -> T {
        try json.document(from: Array(text.utf8)).decode(type, json.choices)
    }

    @Test(arguments: [8, 64, 300], [JSON.DuplicateKeys.first, .last])
    func `hold the same values as if read as a whole`(
        _ room: Int,
        _ policy: JSON.DuplicateKeys
    ) throws {
        var json = JSON()
        json.duplicateKeys = policy
        let text = text(Self.elements(300, seed: UInt64(room)))
        let parts = try json.decodeParts([Value].self, from: Array(text.utf8), room: room)
        let values = try #require(parts)
        #expect(values.count == 300)
        #expect(try values == whole([Value].self, json, text))
    }

    @Test(arguments: [0, 1, 99]) func `may have an element larger than a part`(
        _ place: Int
    ) throws {
        var elements = Self.elements(100, seed: 4)
        let numbers = (0..<1_000).map(String.init).joined(separator: ",")
        elements[place] = "{\"a\":[\(numbers)]}"
        let text = text(elements)
        let parts = try JSON().decodeParts([Value].self, from: Array(text.utf8), room: 64)
        #expect(try parts == whole([Value].self, JSON(), text))
    }

    @Test func `may be empty or hold one element`() throws {
        #expect(try JSON().decode([Value].self, from: longText([])).isEmpty)
        #expect(try JSON().decode([[Int]].self, from: longText(["[1]"])) == [[1]])
        let parts = try JSON().decodeParts([[Int]].self, from: Array("[[7],[]]".utf8), room: 4)
        #expect(parts == [[7], []])
    }

    @Test func `are left to the general way if they are none`() throws {
        let text = Array("{\"a\":[1]}".utf8)
        #expect(try JSON().decodeParts([Value].self, from: text) == nil)
        #expect(try JSON().decodeParts(Value.self, from: Array("[1]".utf8)) == nil)
    }

    private struct Numbered: Decodable, Equatable {
        let number: Int
        let place: Int?

        private enum CodingKeys: CodingKey { case number }

        init(from decoder: any Decoder) throws {
            number = try decoder.container(keyedBy: CodingKeys.self).decode(
                Int.self,
                forKey: .number
            )
            place = decoder.codingPath.first?.intValue
        }
    }

    private func numbered(_ count: Int) -> [String] {
        (0..<count).map { "{\"number\":\($0),\"a\":[1,2,3]}" }
    }

    @Test func `tell a model the place of each element`() throws {
        let text = Array(text(numbered(200)).utf8)
        let parts = try JSON().decodeParts([Numbered].self, from: text, room: 40)
        let values = try #require(parts)
        #expect(values.count == 200)
        #expect(values.allSatisfy { $0.place == $0.number })
    }

    @Test func `name the place of a value that is wrong`() throws {
        var elements = numbered(100)
        elements[98] = "{\"number\":true}"
        let text = longText(elements)
        let parted = try #require(throws: CodingFailure.self) {
            let bytes = Array(self.text(elements).utf8)
            return try JSON().decodeParts([Numbered].self, from: bytes, room: 40)
        }
        #expect(parted.pointer == "/98/number" && parted.line == 99)
        let failure = try #require(throws: CodingFailure.self) {
            try JSON().decode([Numbered].self, from: text)
        }
        #expect(failure.code == .typeMismatch)
        #expect(failure.pointer == "/98/number" && failure.line == 99)
    }

    private struct Counting: Decodable {
        static let made = Mutex(0)
        let number: Int

        private enum CodingKeys: CodingKey { case number }

        init(from decoder: any Decoder) throws {
            Self.made.withLock { $0 += 1 }
            number = try decoder.container(keyedBy: CodingKeys.self).decode(
                Int.self,
                forKey: .number
            )
        }
    }

    @Test func `are read once, also where an element is wrong`() throws {
        var elements = numbered(100)
        elements[98] = "{\"number\":true}"
        let failure = try #require(throws: CodingFailure.self) {
            try JSON().decode([Counting].self, from: longText(elements))
        }
        #expect(failure.pointer == "/98/number" && failure.line == 99)
        #expect(Counting.made.withLock { $0 } == 99)
    }

    private struct Counted: Decodable {
        static let made = Mutex(0)

        init(from decoder: any Decoder) throws {
            Self.made.withLock { $0 += 1 }
        }
    }

    @Test func `are checked to the last byte before a model sees any of them`() throws {
        let text = longText(numbered(100)) + "x"
        let failure = try #require(throws: CodingFailure.self) {
            try JSON().decode([Counted].self, from: text)
        }
        #expect(failure.code == .malformed && failure.place?.offset == text.utf8.count - 1)
        #expect(Counted.made.withLock { $0 } == 0)
    }

    @Test func `have their limit of nodes and their duplicates refused`() throws {
        var json = JSON()
        json.limits.nodes = 200
        let text = longText(numbered(100))
        let failure = try #require(throws: CodingFailure.self) {
            try json.decode([Value].self, from: text)
        }
        #expect(failure.code == .tooLarge)
        json = JSON()
        json.duplicateKeys = .refuse
        let members = (0..<40).map { "\"k\($0)\":0" }.joined(separator: ",")
        let refused = Array(self.text(numbered(100) + ["{\(members),\"k3\":1}"]).utf8)
        #expect(try json.decodeParts([Value].self, from: refused, room: 64) == nil)
        #expect(try JSON().decodeParts([Value].self, from: refused, room: 64)?.count == 101)
    }

    @Test func `have room for an element larger than a part, up to the limit`() throws {
        var json = JSON()
        let numbers = Array("[[\((0..<3_000).map(String.init).joined(separator: ","))]]".utf8)
        json.limits.nodes = 3_100
        #expect(try json.decodeParts([[Int]].self, from: numbers, room: 64)?.first?.count == 3_000)
        json.limits.nodes = 2_900
        #expect(try json.decodeParts([[Int]].self, from: numbers, room: 64) == nil)
    }

    private struct Wide: Decodable {
        let rooms: InlineArray<1_024, Int>

        init(from decoder: any Decoder) throws {
            rooms = .init(repeating: try decoder.singleValueContainer().decode(Int.self))
        }
    }

    @Test func `take no room for models that are much larger than their text`() throws {
        #expect(![Wide].hasRoom(for: 1 << 20, of: 1 << 21) && [Int].hasRoom(for: 9, of: 20))
        #expect(![Wide].hasRoom(for: .max, of: .max))
        let text = "[" + (0..<3_000).map(String.init).joined(separator: ",") + "]"
        let bytes = Array(text.utf8)
        #expect(try JSON().decodeParts([Wide].self, from: bytes, room: 64) == nil)
        let values = try JSON().decode([Wide].self, from: bytes)
        #expect(values.count == 3_000)
        #expect(values.last?.rooms[1_023] == 2_999)
        let refused = longText(Array(repeating: "0", count: 1 << 20) + ["\"\""])
        #expect(throws: CodingFailure.self) { try JSON().decode([Numbered].self, from: refused) }
    }
}
