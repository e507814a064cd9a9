// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RecadoCoding

@Suite struct `Decoding models` {
    struct Film: Codable, Equatable {
        struct Person: Codable, Equatable {
            var name: String
            var born: Int?
        }
        enum Genre: String, Codable { case drama, comedy }
        enum CodingKeys: String, CodingKey {
            case id, title, year, genre, cast, rating
            case isRented = "is_rented"
            case scores, director
        }
        var id: Int
        var title: String
        var year: UInt16?
        var genre: Genre
        var cast: [Person]
        var rating: Double?
        var isRented: Bool
        var scores: [String: Float]
        var director: Person
    }

    private static let text = """
        {"title": "Solaris \\"1972\\"", "id": 7, "extra": {"deep": [1, {"id": 9}]}, "genre": "drama",
         "cast": [{"name": "Донатас Банионис", "born": 1924}, {"born": null, "name": "N. B."}],
         "rating": null, "is_rented": true, "scores": {"press": 9.5, "public": 8},
         "director": {"name": "Tarkovsky", "born": 1932}}
        """

    @Test func `a synthesized model is decoded with the same result as Foundation`() throws {
        let film = try JSON().decode(Film.self, from: Self.text)
        #expect(film == (try JSONDecoder().decode(Film.self, from: Data(Self.text.utf8))))
        #expect(film.cast.count == 2 && film.year == nil && film.rating == nil)
        let list: [Film] = try JSON().decode(from: "[\(Self.text), \(Self.text)]")
        #expect(list == [film, film])
    }

    @Test func `scalars and arrays can be the root`() throws {
        #expect(try JSON().decode(Int.self, from: " 5 ") == 5)
        #expect(try JSON().decode(String.self, from: "\"x\"") == "x")
        #expect(try JSON().decode(Bool?.self, from: "null") == nil)
        #expect(try JSON().decode([Int?].self, from: "[1, null]") == [1, nil])
        #expect(try JSON().decode([[String]].self, from: "[[], [\"\"]]") == [[], [""]])
    }

    // MARK: - Optional values

    struct Optionals: Codable, Equatable {
        var bool: Bool?
        var string: String?
        var double: Double?
        var float: Float?
        var int: Int?
        var int8: Int8?
        var int16: Int16?
        var int32: Int32?
        var int64: Int64?
        var int128: Int128?
        var uint: UInt?
        var uint8: UInt8?
        var uint16: UInt16?
        var uint32: UInt32?
        var uint64: UInt64?
        var uint128: UInt128?
        var date: Date?
        var list: [Int]?
        var model: Film.Person?
    }

    private static let names = [
        "bool", "string", "double", "float", "int", "int8", "int16", "int32", "int64", "int128",
        "uint",
        "uint8", "uint16", "uint32", "uint64", "uint128", "date", "list", "model",
    ]

    @Test func `missing and null members are nil`() throws {
        #expect(try JSON().decode(Optionals.self, from: "{}") == Optionals())
        let nulls = Self.names.map { "\"\($0)\": null" }.joined(separator: ", ")
        #expect(try JSON().decode(Optionals.self, from: "{\(nulls)}") == Optionals())
    }

    @Test func `optional members of all types are read, in any order`() throws {
        let text = """
            {"bool": true, "string": "s", "double": 1.5, "float": 2.5, "int": -1, "int8": -8, "int16": -16,
             "int32": -32, "int64": -64, "int128": -128, "uint": 1, "uint8": 8, "uint16": 16, "uint32": 32,
             "uint64": 64, "uint128": 128, "date": "2001-01-01T00:00:01Z", "list": [1],
             "model": {"name": "n"}}
            """
        let expected = Optionals(
            bool: true,
            string: "s",
            double: 1.5,
            float: 2.5,
            int: -1,
            int8: -8,
            int16: -16,
            int32: -32,
            int64: -64,
            int128: -128,
            uint: 1,
            uint8: 8,
            uint16: 16,
            uint32: 32,
            uint64: 64,
            uint128: 128,
            date: Date(timeIntervalSinceReferenceDate: 1),
            list: [1],
            model: Film.Person(name: "n", born: nil)
        )
        #expect(try JSON().decode(Optionals.self, from: text) == expected)
        // The same members in reverse order, which the decoder's cursor does not expect.
        let members = try JSON().value(from: text).objectValue.map { Array($0).reversed() } ?? []
        let turned = Value.object(Value.Object(members.map { ($0.key, $0.value) }))
        #expect(try JSON().decode(Optionals.self, from: turned.description) == expected)
    }

    @Test(arguments: names)
    func `an optional member of the wrong type is an error, not nil`(_ name: String) throws {
        let failure = try #require(throws: CodingError.self) {
            try JSON().decode(Optionals.self, from: "{\"\(name)\": [{}]}")
        }
        #expect(failure.code == .typeMismatch)
        #expect(failure.pointer.hasPrefix("/" + name))
    }

    // MARK: - Hand-written models

    class Base: Decodable {
        let id: Int
        enum CodingKeys: String, CodingKey { case id }
        required init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        }
    }

    final class Derived: Base {
        let title: String
        let note: String
        enum Keys: String, CodingKey { case title, parent }
        enum Inner: String, CodingKey { case note }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            title = try container.decode(String.self, forKey: .title)
            let other = try container.superDecoder(forKey: .parent).container(keyedBy: Inner.self)
            note = try other.decode(String.self, forKey: .note)
            try super.init(from: container.superDecoder())
        }
    }

    @Test func `a superclass is decoded from the key super or a chosen key`() throws {
        let text = #"{"title": "t", "parent": {"note": "n"}, "super": {"id": 5}}"#
        let model = try JSON().decode(Derived.self, from: text)
        #expect(model.id == 5 && model.title == "t" && model.note == "n")
        let failure = try #require(throws: CodingError.self) {
            try JSON().decode(Derived.self, from: #"{"title": "t", "parent": {"note": "n"}}"#)
        }
        #expect(failure.pointer == "/super")
    }

    indirect enum Tree: Codable, Equatable {
        case leaf(Int)
        case node(left: Tree, right: Tree)
    }

    @Test func `recursive enums with payloads are decoded`() throws {
        let text =
            #"{"node":{"left":{"leaf":{"_0":1}},"right":{"node":{"left":{"leaf":{"_0":2}},"right":{"leaf":{"_0":3}}}}}}"#
        let tree = try JSON().decode(Tree.self, from: text)
        #expect(tree == (try JSONDecoder().decode(Tree.self, from: Data(text.utf8))))
        #expect(throws: CodingError.self) { try JSON().decode(Tree.self, from: #"{"twig": {}}"#) }
    }

    struct ByHand: Decodable {
        let trail: [String]

        init(from decoder: any Decoder) throws {
            var trail = [decoder.codingPath.map(\.stringValue).joined(separator: ".")]
            var list = try decoder.unkeyedContainer()
            trail.append("\(list.count ?? -1)")
            while !list.isAtEnd {
                if try list.decodeNil() {
                    trail.append("nil\(list.currentIndex)")
                } else if let number = try? list.decode(Int.self) {
                    trail.append("\(number)")
                } else if let text = try? list.decode(String.self) {
                    trail.append(text)
                } else if var inner = try? list.nestedUnkeyedContainer() {
                    trail.append(
                        inner.codingPath.map { $0.intValue.map(String.init) ?? "?" }.joined()
                    )
                    trail.append(try inner.decode(String.self))
                } else {
                    let keyed = try list.nestedContainer(keyedBy: Film.Person.CodingKey.self)
                    trail.append(keyed.allKeys.map(\.stringValue).joined(separator: "+"))
                }
            }
            self.trail = trail
        }
    }

    @Test func `a model can try several types for each element`() throws {
        let text = #"[null, 1, "two", ["three"], {"b": 1, "a": 2}]"#
        let model = try JSON().decode(ByHand.self, from: text)
        #expect(model.trail == ["", "5", "nil1", "1", "two", "3", "three", "b+a"])
    }

    @Test func `userInfo is passed to the model`() throws {
        struct Model: Decodable {
            let text: String?
            init(from decoder: any Decoder) throws {
                text = try decoder.userInfo[#require(CodingUserInfoKey(rawValue: "k"))] as? String
            }
        }
        var json = JSON()
        try json.userInfo[#require(CodingUserInfoKey(rawValue: "k"))] = "v"
        #expect(try json.decode(Model.self, from: "{}").text == "v")
        #expect(try JSON().decode(Model.self, from: "{}").text == nil)
    }

    @Test func `a nested decode call does not affect the outer decode call`() throws {
        struct Outer: Decodable {
            let first: Int
            let inner: [String: Int]
            let last: Int
            enum CodingKeys: String, CodingKey { case first, inner, last }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                first = try container.decode(Int.self, forKey: .first)
                let text = try container.decode(String.self, forKey: .inner)
                inner = try JSON().decode(from: text)
                last = try container.decode(Int.self, forKey: .last)
            }
        }
        let outer = try JSON().decode(
            Outer.self,
            from: #"{"first":1,"inner":"{\"last\":5}","last":3}"#
        )
        #expect(outer.first == 1 && outer.inner == ["last": 5] && outer.last == 3)
    }

    @Test func `a decoder kept by a model throws after the decode call`() throws {
        struct Keeper: Decodable {
            let decoder: any Decoder
            let container: KeyedDecodingContainer<Film.Person.CodingKey>
            init(from decoder: any Decoder) throws {
                self.decoder = decoder
                container = try decoder.container(keyedBy: Film.Person.CodingKey.self)
            }
        }
        let keeper = try JSON().decode(Keeper.self, from: #"{"name": "n"}"#)
        _ = try JSON().decode([String].self, from: #"["other", "document"]"#)
        let name = Film.Person.CodingKey("name")
        #expect(throws: DecodingError.self) {
            try keeper.container.decode(String.self, forKey: name)
        }
        #expect(throws: DecodingError.self) { try keeper.decoder.singleValueContainer() }
        #expect(!keeper.container.contains(name) && keeper.container.allKeys.isEmpty)
        #expect(keeper.decoder.codingPath.isEmpty)
    }

    @Test(.timeLimit(.minutes(1)))
    func `concurrent decode calls do not affect each other`() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    for round in 0..<200 {
                        let text = "[\(number), \(round), {\"a\": \"\(number)\"}]"
                        let value = try JSON().value(from: text)
                        guard value[0]?.intValue == number, value[path: "2.a"] == "\(number)" else {
                            return false
                        }
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    // MARK: - Keys

    @Test func `keys are compared byte by byte`() throws {
        // é as one code point and as two: different keys in JSON, equal strings in Swift.
        let text = "{\"\u{E9}\": 1, \"e\u{301}\": 2}"
        let value = try JSON().value(from: text)
        #expect(value.objectValue?.count == 2)
        #expect(value["\u{E9}"] == 1 && value["e\u{301}"] == 2)
    }

    @Test func `keys of any length and with escapes are found`() throws {
        let lengths = [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 15, 16, 17, 31, 33, 100]
        let names = lengths.map { String(String(repeating: "abcdefghij", count: 11).prefix($0)) }
        let near = names.map { $0.isEmpty ? "-" : $0.dropLast() + "?" }
        let members = zip(near + names, 0...).map { "\"\($0)\": \($1)" }
        let read = try JSON().decode(
            [String: Int].self,
            from: "{" + members.joined(separator: ",") + "}"
        )
        for (index, name) in names.enumerated() { #expect(read[name] == names.count + index) }
        #expect(
            try JSON().decode([String: Int].self, from: #"{"\u0061\n\ud83e\ude90": 1}"#) == [
                "a\n🪐": 1
            ]
        )
    }

    @Test func `a dictionary with integer keys is decoded from an object`() throws {
        #expect(
            try JSON().decode([Int: String].self, from: #"{"1": "a", "2": "b"}"#) == [
                1: "a", 2: "b",
            ]
        )
    }

    @Test func `all string escapes of RFC 8259 are decoded`() throws {
        let text = #""\"\\\/\b\f\n\r\t\u00e9\u20AC\ud834\udd1E long enough to run on \u0000 end""#
        let expected = "\"\\/\u{8}\u{C}\n\r\té€𝄞 long enough to run on \u{0} end"
        #expect(try JSON().decode(String.self, from: text) == expected)
    }
}

extension `Decoding models`.Film.Person {
    /// A coding key with any name.
    struct CodingKey: Swift.CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
