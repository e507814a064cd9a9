// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RecadoCoding

@Suite struct `Decoding failures` {
    struct Film: Decodable {
        var title: String
        var year: Int
        var cast: [Person]?
        struct Person: Decodable {
            var name: String
        }
    }

    struct Library: Decodable {
        var films: [Film]
    }

    private func failure<T: Decodable>(_ type: T.Type, _ text: String) throws -> CodingError {
        try #require(throws: CodingError.self) { try JSON().decode(type, from: text) }
    }

    @Test func `a type mismatch is reported with its pointer, line and column`() throws {
        let text = "{\n  \"films\": [\n    {\"title\": 5, \"year\": 1972}\n  ]\n}"
        let failure = try failure(Library.self, text)
        #expect(failure.code == .typeMismatch)
        #expect(failure.pointer == "/films/0/title")
        #expect(failure.line == 3 && failure.column == 15)
        #expect(failure.message == "expected String, found a number")
        #expect(
            failure.description
                == "typeMismatch at /films/0/title (line 3, column 15): expected String, found a number"
        )
        #expect(
            failure.debugDescription.hasSuffix(
                "    {\"title\": 5, \"year\": 1972}\n              ^"
            )
        )
    }

    @Test func `a missing key is reported with the pointer where it was expected`() throws {
        let failure = try failure(
            Library.self,
            #"{"films": [{"title": "a", "year": 1}, {"year": 2}]}"#
        )
        #expect(failure.code == .keyNotFound && failure.pointer == "/films/1/title")
        #expect(failure.column == 39)
    }

    @Test func `null where a value is required is reported with its pointer`() throws {
        let failure = try failure(Library.self, #"{"films": [{"title": "a", "year": null}]}"#)
        #expect(failure.code == .valueNotFound && failure.pointer == "/films/0/year")
    }

    @Test func `a number that does not fit the type is out of range`() throws {
        let failure = try failure(
            Library.self,
            #"{"films": [{"title": "a", "year": 99999999999999999999}]}"#
        )
        #expect(failure.code == .outOfRange && failure.pointer == "/films/0/year")
        let fraction = try self.failure(
            Library.self,
            #"{"films": [{"title": "a", "year": 18.18}]}"#
        )
        #expect(fraction.code == .outOfRange && fraction.pointer == "/films/0/year")
    }

    @Test(arguments: [
        ("[1, 2", 1, 6), ("{\"a\":1,}", 1, 8), ("[1,\r\n 2,\r\n x]", 3, 2), ("[\"é\", ä]", 1, 7),
        ("", 1, 1),
        ("[\r\r1 1]", 3, 3), ("\u{FEFF}[}", 1, 3),
    ])
    func `malformed JSON has a line and column`(_ text: String, _ line: Int, _ column: Int) throws {
        let failure = try failure(Value.self, text)
        #expect(failure.code == .malformed)
        #expect(failure.line == line && failure.column == column, "\(failure)")
    }

    @Test func `pointers escape slashes and tildes as RFC 6901 requires`() throws {
        let failure = try failure([String: [String: Int]].self, #"{"a/b~c": {"": "x"}}"#)
        #expect(failure.pointer == "/a~1b~0c/")
    }

    @Test func `a DecodingError thrown by the model gets its pointer and column`() throws {
        struct Year: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                guard try container.decode(Int.self) > 1895 else {
                    throw DecodingError.dataCorruptedError(
                        in: container,
                        debugDescription: "secret words of the model"
                    )
                }
            }
        }
        let failure = try failure([String: [Year]].self, #"{"years": [1972, 1500]}"#)
        #expect(failure.code == .invalidValue && failure.pointer == "/years/1")
        #expect(failure.column == 18)
        #expect(failure.detail == "secret words of the model")
        #expect(!failure.description.contains("secret"))
        #expect(failure.debugDescription.contains("secret"))
    }

    @Test func `any other error thrown by the model gets its pointer`() throws {
        struct Refusal: Error {}
        struct Year: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if try container.decode(Int.self) < 1895 { throw Refusal() }
            }
        }
        let failure = try failure([String: [Year]].self, #"{"years": [1972, 1500]}"#)
        #expect(failure.code == .invalidValue && failure.pointer == "/years/1")
        #expect(failure.underlying is Refusal)
    }

    @Test func `an unknown enum case is reported without the value in the document`() throws {
        enum Genre: String, Decodable { case drama }
        let failure = try failure([Genre].self, #"["drama", "secret"]"#)
        #expect(failure.pointer == "/1" && failure.code == .invalidValue)
        #expect(!failure.description.contains("secret"))
    }

    @Test func `decoding past the end of an array is reported with its pointer`() throws {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                _ = try list.decode(Int.self)
                _ = try list.decode(Int.self)
            }
        }
        let failure = try failure([String: Pair].self, #"{"pair": [1]}"#)
        #expect(failure.code == .valueNotFound && failure.pointer == "/pair")
    }

    @Test func `descriptions contain no document content and stay on one line`() throws {
        let texts = [
            #"{"films": [{"title": "topsecret", "year": "topsecret"}]}"#,
            #"{"films": "topsecret"}"#,
            #"{"films": [topsecret]}"#, "{\"films\": \"topsecret\u{1}\"}",
            #"{"films": [{"title": "topsecret"}]}"#,
        ]
        for text in texts {
            let failure = try failure(Library.self, text)
            #expect(!failure.description.contains("topsecret"))
            #expect(!failure.description.contains("\n"))
        }
        let key = try failure([String: Int].self, "{\"a\\nb\": \"x\"}")
        #expect(!key.description.contains("\n"))
    }

    @Test func `a caught error does not affect a later error`() throws {
        struct Lenient: Decodable {
            let value: Int?
            enum CodingKeys: String, CodingKey { case value, other }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                value = try? container.decode(Int.self, forKey: .value)
                _ = try container.decode(Int.self, forKey: .other)
            }
        }
        #expect(try JSON().decode(Lenient.self, from: #"{"value": "x", "other": 1}"#).value == nil)
        #expect(try failure(Lenient.self, #"{"value": "x", "other": "y"}"#).pointer == "/other")
    }
}
