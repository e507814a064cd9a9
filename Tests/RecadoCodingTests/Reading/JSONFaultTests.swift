// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCoding

@Suite struct `Hostile and malformed JSON` {
    private static let document = """
        {"films": [{"id": 1, "título": "Солярис \\u263A \\ud83e\\ude90", "scores": [1.5e3, -0.25, 17]},
         {"id": 2, "t": null, "ok": [true, false, {}, [], ""]}], "next": 12345678901234567890}
        """

    private func outcome(_ bytes: [UInt8], _ json: JSON = JSON()) -> Result<Value, CodingError> {
        Result { () throws(CodingError) in try json.value(from: bytes) }
    }

    @Test func `every truncation is refused with an offset`() throws {
        let bytes = Array(Self.document.utf8)
        _ = try JSON().value(from: bytes)
        for length in 0..<bytes.count {
            guard case .failure(let failure) = outcome(Array(bytes[..<length])) else {
                Issue.record("accepted the first \(length) bytes")
                continue
            }
            #expect(failure.code == .malformed)
            let offset = try #require(failure.offset)
            #expect(offset <= length)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `mutated documents are read or refused with a valid offset`(_ seed: UInt64) {
        var random = Seeded(seed: seed)
        let bytes = Array(Self.document.utf8)
        for _ in 0..<4000 {
            var mutant = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<mutant.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: mutant[place] = UInt8.random(in: 0...255, using: &random)
                case 1: mutant.remove(at: place)
                case 2:
                    mutant.insert(
                        mutant[Int.random(in: 0..<mutant.count, using: &random)],
                        at: place
                    )
                default: mutant[place] = Array("{}[],:\"\\".utf8).randomElement(using: &random) ?? 0
                }
            }
            switch outcome(mutant) {
            case .success(let value): #expect(value == (try? JSON().value(from: value.description)))
            case .failure(let failure): #expect(failure.offset.map { $0 <= mutant.count } ?? true)
            }
        }
    }

    @Test func `nesting is limited`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSON().value(from: nested(512))
        let failure = try #require(throws: CodingError.self) {
            try JSON().value(from: nested(513))
        }
        #expect(failure.code == .tooDeep)
        #expect(failure.offset == 512)
        let deep = String(repeating: "[{\"a\":", count: 100_000)
        #expect(throws: CodingError.self) { try JSON().value(from: deep) }
    }

    @Test(arguments: [1, 2, 3, 7, 20, 511, 512, 513, 3_000])
    func `the limit of values and keys is exact for arrays and objects of any size`(
        _ count: Int
    ) throws {
        var json = JSON()
        let list = "[" + Array(repeating: "0", count: count).joined(separator: ",") + "]"
        let members = (0..<count).map { "\"\($0)\":0" }.joined(separator: ",")
        // One node for the container, one for each value, and one more for each key.
        for (text, nodes) in [(list, 1 + count), ("{\(members)}", 1 + 2 * count)] {
            json.limits.nodes = nodes
            _ = try json.decode(Value.self, from: text)
            _ = try json.parse(text)
            json.limits.nodes = nodes - 1
            for read in [
                { _ = try json.decode(Value.self, from: text) }, { _ = try json.parse(text) },
            ] {
                let failure = try #require(throws: CodingError.self) { try read() }
                #expect(failure.code == .tooLarge)
            }
        }
    }

    @Test func `the byte limit counts the original bytes, also in UTF-16`() throws {
        var json = JSON()
        let wide: [UInt8] = "[1,2]".utf8.reduce(into: []) { $0 += [$1, 0] }
        json.limits.bytes = 10
        #expect(try json.decode([Int].self, from: wide) == [1, 2])
        json.limits.bytes = 9
        for read in [
            { _ = try json.decode([Int].self, from: wide) }, { _ = try json.parse(wide) },
        ] {
            let failure = try #require(throws: CodingError.self) { try read() }
            #expect(failure.code == .tooLarge)
        }
    }

    @Test func `the number of bytes and values is limited`() throws {
        var json = JSON()
        json.limits.bytes = 10
        #expect(throws: CodingError.self) { try json.value(from: "[1,2,3,4,5]") }
        json.limits.bytes = 100
        json.limits.nodes = 5
        #expect(try json.value(from: "[1,2,3]").arrayValue?.count == 3)
        let failure = try #require(throws: CodingError.self) {
            try json.value(from: "[1,2,3,4,5,6,7,8]")
        }
        #expect(failure.code == .tooLarge)
        json.limits.nodes = 0
        #expect(throws: CodingError.self) { try json.value(from: "[1,2,3,4,5,6,7,8]") }
    }

    @Test func `a document with many small values is read`() throws {
        let text = "[" + String(repeating: "[],", count: 50_000) + "0]"
        #expect(try JSON().value(from: text).arrayValue?.count == 50_001)
        let objects = "[" + String(repeating: "{\"a\":{\"b\":1}},", count: 20_000) + "{}]"
        #expect(try JSON().value(from: objects)[path: "19999.a.b"] == 1)
    }

    @Test(
        arguments: [
            [0x22, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
            [0x22, 0xF0, 0x9F, 0xAA, 0x22],
            [0x22, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0xFF, 0x22],
            [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22],
        ] as [[UInt8]]
    )
    func `bytes that are not UTF-8 are refused`(_ bytes: [UInt8]) throws {
        let failure = try #require(throws: CodingError.self) { try JSON().value(from: bytes) }
        #expect(failure.code == .malformed)
        #expect(failure.offset.map { $0 > 0 } == true)
    }

    @Test func `UTF-8 is validated as by the standard library`() {
        var random = Seeded(seed: 7)
        let pool: [UInt8] = [
            0x41, 0x80, 0xBF, 0xC2, 0xE0, 0xA0, 0xED, 0x9F, 0xEF, 0xF0, 0x90, 0xF4, 0x8F,
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &random)
            let content = (0..<count).map { _ in pool.randomElement(using: &random) ?? 0 }
            let isValid = String(validating: content, as: UTF8.self) != nil
            let result = outcome([0x22] + content + [0x22])
            #expect(
                (try? result.get())
                    == (isValid ? .string(String(decoding: content, as: UTF8.self)) : nil)
            )
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Asks for fifty keys in reverse order, half of which are missing: the worst case for a search
    /// from the front.
    private struct Model: Decodable {
        let found: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            found = try (0..<50).reversed().count { number in
                let key = Key(stringValue: "key\(number * 4000)")
                return try container.decodeIfPresent(Int.self, forKey: key) != nil
            }
        }
    }

    /// Asks for fifty keys if `Size` is `Int`, and otherwise for a thousand.
    private struct Many<Size>: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for number in 0..<(Size.self == Int.self ? 50 : 1000) {
                _ = container.contains(Key(stringValue: "absent\(number)"))
            }
        }
    }

    // MARK: - Duplicate keys

    @Test func `the duplicate-key policy is applied`() throws {
        let text = #"{"a": 1, "b": 2, "\u0061": 3, "c": 4, "b": 5}"#
        struct Model: Decodable, Equatable {
            var c: Int
            var b: Int
            var a: Int
        }
        var json = JSON()
        #expect(try json.decode(Model.self, from: text) == Model(c: 4, b: 2, a: 1))
        #expect(try json.value(from: text) == ["a": 1, "b": 2, "c": 4])
        json.duplicateKeys = .last
        #expect(try json.decode(Model.self, from: text) == Model(c: 4, b: 5, a: 3))
        #expect(try json.decode([String: Int].self, from: text) == ["a": 3, "b": 5, "c": 4])
        json.duplicateKeys = .refuse
        let failure = try #require(throws: CodingError.self) { try json.value(from: text) }
        #expect(failure.code == .duplicateKey)
        #expect(try json.value(from: #"{"a": 1, "b": {"a": 2}, "c": [{"a": 3}]}"#)["a"] == 1)
    }

    @Test(arguments: [JSON.DuplicateKeys.first, .last, .refuse])
    func `the duplicate-key policy applies to large objects`(_ policy: JSON.DuplicateKeys) throws {
        var json = JSON()
        json.duplicateKeys = policy
        let members = (0..<200).map { "\"key number \($0 % 150)\": \($0)" }
        let text = "{" + members.joined(separator: ",") + "}"
        switch policy {
        case .refuse: #expect(throws: CodingError.self) { try json.value(from: text) }
        case .first: #expect(try json.value(from: text)["key number 7"] == 7)
        case .last: #expect(try json.value(from: text)["key number 7"] == 157)
        }
    }

    @Test func `a model of fifty keys reads a hundred thousand keys quickly`() throws {
        let text = "{" + (0..<100_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}"
        let bytes = Array(text.utf8)
        let document = try JSON().document(from: bytes)
        #expect(try document.decode(Model.self).found == 25)
        let clock = ContinuousClock()
        let few = try clock.measure { for _ in 0..<3 { _ = try document.decode(Many<Int>.self) } }
        let many = try clock.measure { for _ in 0..<3 { _ = try document.decode(Many<Bool>.self) } }
        // Twenty times as many lookups in the same index take far less than twenty times as long.
        #expect(many < few * 5)
    }
}
