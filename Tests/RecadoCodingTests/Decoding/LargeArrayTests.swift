// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import RecadoCoding

/// Arrays so large that the decoder frees their nodes while reading.
///
/// The results are compared with those of a document that is read as a whole.
@Suite struct `Large arrays` {
    /// Returns elements of all kinds and sizes.
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

    /// A number of elements at which the decoder frees nodes before it reads the last element.
    private static let many = 60_000

    @Test(arguments: [JSON.DuplicateKeys.first, .last])
    func `have the same values as when the whole document is parsed first`(
        _ policy: JSON.DuplicateKeys
    ) throws {
        var json = JSON()
        json.duplicateKeys = policy
        let text = text(Self.elements(Self.many, seed: 7))
        #expect(text.utf8.count > 1 << 20)
        let values = try json.decode([Value].self, from: text)
        #expect(values.count == Self.many)
        #expect(try values == json.parse(text).decode([Value].self))
    }

    @Test func `can have elements of any size`() throws {
        let list = (0..<200_000).map(String.init).joined(separator: ",")
        let text = text(["[\(list)]", "[]", "[\(list)]", "[7]"])
        let values = try JSON().decode([[Int]].self, from: text)
        #expect(values == [Array(0..<200_000), [], Array(0..<200_000), [7]])
        #expect(try JSON().decode([Int].self, from: "[\(list)]").count == 200_000)
        let blanks = String(repeating: " ", count: 1 << 20)
        #expect(try JSON().decode([Value].self, from: "[" + blanks + "]").isEmpty)
        #expect(try JSON().decode([[Int]].self, from: "[[1]]" + blanks) == [[1]])
    }

    /// A model that tries one type after another for the whole document.
    private struct Either: Decodable {
        struct Strict: Decodable { let number: Int, missing: Int }
        let numbers: [Numbered]
        let failure: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                _ = try container.decode([Lossy].self)
                _ = try container.decode([Strict].self)
                failure = ""
            } catch { failure = "\(error)" }
            numbers = try container.decode([Numbered].self)
        }
    }

    /// A model that accepts any value.
    private struct Lossy: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    @Test func `can be decoded more than once by one model`() throws {
        let value = try JSON().decode(Either.self, from: text(numbered(Self.many)))
        #expect(value.numbers.map(\.number) == Array(0..<Self.many))
        #expect(value.failure.contains("missing"))
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

    @Test func `give each element its index in the coding path`() throws {
        let values = try JSON().decode([Numbered].self, from: text(numbered(Self.many)))
        #expect(values.count == Self.many)
        #expect(values.allSatisfy { $0.place == $0.number })
    }

    @Test func `report the pointer and line of a wrong value`() throws {
        var elements = numbered(Self.many)
        elements[59_998] = "{\"number\":true}"
        let failure = try #require(throws: CodingError.self) {
            try JSON().decode([Numbered].self, from: text(elements))
        }
        #expect(failure.code == .typeMismatch)
        #expect(failure.pointer == "/59998/number" && failure.line == 59_999)
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

    @Test func `are not decoded a second time when an element is wrong`() throws {
        var elements = numbered(Self.many)
        elements[59_998] = "{\"number\":true}"
        let failure = try #require(throws: CodingError.self) {
            try JSON().decode([Counting].self, from: text(elements))
        }
        #expect(failure.pointer == "/59998/number" && failure.line == 59_999)
        #expect(Counting.made.withLock { $0 } == 59_999)
    }

    private struct Counted: Decodable {
        static let made = Mutex(0)

        init(from decoder: any Decoder) throws {
            Self.made.withLock { $0 += 1 }
        }
    }

    @Test func `are fully validated before any element is decoded`() throws {
        let text = text(numbered(Self.many)) + "x"
        let failure = try #require(throws: CodingError.self) {
            try JSON().decode([Counted].self, from: text)
        }
        #expect(failure.code == .malformed && failure.place?.offset == text.utf8.count - 1)
        #expect(Counted.made.withLock { $0 } == 0)
    }

    @Test func `respect the node limit and the duplicate-key policy`() throws {
        var json = JSON()
        let list = numbered(Self.many)
        // One node for the root, and eight for each element: the object, two keys, a number, an
        // array and its three items.
        json.limits.nodes = 1 + 8 * Self.many
        #expect(try json.decode([Numbered].self, from: text(list)).count == Self.many)
        json.limits.nodes -= 8
        let failure = try #require(throws: CodingError.self) {
            try json.decode([Numbered].self, from: text(list))
        }
        #expect(failure.code == .tooLarge)
        json = JSON()
        json.duplicateKeys = .refuse
        let members = (0..<40).map { "\"k\($0)\":0" }.joined(separator: ",")
        let doubled = text(list + ["{\(members),\"k3\":1}"])
        #expect(throws: CodingError.self) { try json.decode([Value].self, from: doubled) }
        #expect(try JSON().decode([Value].self, from: doubled).count == Self.many + 1)
    }

    private struct Wide: Decodable {
        let rooms: InlineArray<1_024, Int>

        init(from decoder: any Decoder) throws {
            rooms = .init(repeating: try decoder.singleValueContainer().decode(Int.self))
        }
    }

    @Test func `reserve no memory in advance for models much larger than their JSON`() throws {
        #expect(![Wide].hasRoom(for: 1 << 20, of: 1 << 21) && [Int].hasRoom(for: 9, of: 20))
        #expect(![Wide].hasRoom(for: .max, of: .max))
        let text = "[" + (0..<3_000).map(String.init).joined(separator: ",") + "]"
        let values = try JSON().decode([Wide].self, from: text)
        #expect(values.count == 3_000)
        #expect(values.last?.rooms[1_023] == 2_999)
        let refused = self.text(Array(repeating: "0", count: 1 << 20) + ["\"\""])
        #expect(throws: CodingError.self) { try JSON().decode([Numbered].self, from: refused) }
    }
}
