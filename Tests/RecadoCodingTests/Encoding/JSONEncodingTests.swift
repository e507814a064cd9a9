// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite struct `JSON encoding` {
    private func text(_ value: some Encodable) throws -> String {
        try JSON().encodeToString(value)
    }

    // MARK: - Scalars

    @Test func `scalars can be the root`() throws {
        #expect(try text(true) == "true")
        #expect(try text(-7) == "-7")
        #expect(try text("Solaris") == #""Solaris""#)
        #expect(try text(Int?.none) == "null")
        #expect(try text(Int?.some(4)) == "4")
        #expect(try text(UInt8(255)) == "255")
    }

    @Test(arguments: [
        (Int64.min, "-9223372036854775808"), (.max, "9223372036854775807"), (0, "0"), (9, "9"),
        (10, "10"), (-99, "-99"), (100, "100"), (1_234_567, "1234567"),
    ])
    func `integers keep every digit`(value: Int64, expected: String) throws {
        #expect(try text(value) == expected)
        #expect(try text(["n": value]) == #"{"n":\#(expected)}"#)
    }

    @Test func `integers of every width are written`() throws {
        struct Widths: Encodable {
            let a = Int8.min
            let b = Int16.min
            let c = Int32.min
            let d = Int64.min
            let e = UInt8.max
            let f = UInt16.max
            let g = UInt32.max
            let h = UInt64.max
            let i = UInt.max
            let j = Int128.min
            let k = UInt128.max
            let l = Int128(5)
        }
        #expect(
            try text(Widths()) == """
                {"a":-128,"b":-32768,"c":-2147483648,"d":-9223372036854775808,"e":255,"f":65535,\
                "g":4294967295,"h":18446744073709551615,"i":18446744073709551615,\
                "j":-170141183460469231731687303715884105728,\
                "k":340282366920938463463374607431768211455,"l":5}
                """
        )
    }

    @Test func `integers around powers of ten keep their digits`() throws {
        var power: UInt64 = 1
        for _ in 0..<20 {
            for value in [power &- 1, power, power &+ 1] {
                #expect(try text(value) == String(value))
            }
            power &*= 10
        }
    }

    @Test(arguments: [
        (1.0, "1"), (-0.0, "-0"), (0.1, "0.1"), (8.25, "8.25"), (-65.613616, "-65.613616"),
        (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"), (0.1 + 0.2, "0.30000000000000004"),
        (123_456_789_012_345.0, "123456789012345"), (1e15, "1000000000000000"), (0.001, "0.001"),
        (1.0e-5, "1e-05"), (99.99, "99.99"), (2.675, "2.675"), (0.05, "0.05"),
    ])
    func `doubles are written with the fewest digits`(value: Double, expected: String) throws {
        #expect(try text(value) == expected)
        #expect(try text([value]) == "[\(expected)]")
    }

    @Test func `random doubles are read back exactly`() throws {
        var random = Seeded(seed: 7)
        for _ in 0..<20_000 {
            let bits = Double(bitPattern: random.next())
            let price = (Double.random(in: -1e6...1e6, using: &random) * 100).rounded() / 100
            for value in [bits, price] where value.isFinite {
                let written = try text(value)
                #expect(Double(written)?.bitPattern == value.bitPattern, "\(value)")
                #expect(written.utf8.count <= value.description.utf8.count, "\(value)")
            }
        }
    }

    @Test func `floats are not written with the digits of a double`() throws {
        #expect(try text(Float(0.1)) == "0.1")
        #expect(try text(["f": Float(16)]) == #"{"f":16}"#)
    }

    @Test func `decimals are written exactly`() throws {
        let digits = "12345678901234567890.123456789"
        let decimal = try #require(Decimal(string: digits))
        #expect(try text(decimal) == digits)
        #expect(try text([Decimal(5)]) == "[5]")
    }

    // MARK: - Text

    @Test(arguments: [
        ("", #""""#), ("a", #""a""#), ("\"", #""\"""#), ("\\", #""\\""#),
        ("/", #""/""#), ("<\u{2028}\u{2029}>", "\"<\u{2028}\u{2029}>\""),
        ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""),
        ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("🎬 El Camión", "\"🎬 El Camión\""),
    ])
    func `only the required characters are escaped`(value: String, expected: String) throws {
        #expect(try text(value) == expected)
    }

    @Test func `an escape is found at every position in strings of every length`() throws {
        for length in 1...40 {
            for place in 0..<length {
                for character in ["\"", "\\", "\n", "\u{1}", "é"] {
                    var letters = [String](repeating: "x", count: length)
                    letters[place] = character
                    let value = letters.joined()
                    let read = try JSONDecoder().decode(
                        [String].self,
                        from: Data(text([value]).utf8)
                    )
                    #expect(read == [value])
                }
            }
        }
    }

    @Test func `long strings with many escapes are written completely`() throws {
        let value = String(repeating: "sí \"no\" \n", count: 5000)
        let read = try JSONDecoder().decode([String].self, from: Data(text([value, value]).utf8))
        #expect(read == [value, value])
    }

    // MARK: - Types of Foundation

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z"), (0.5, "1970-01-01T00:00:00.500Z"),
        (1_700_000_000.123, "2023-11-14T22:13:20.123Z"), (-1, "1969-12-31T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"), (1_735_689_599.9999, "2025-01-01T00:00:00Z"),
        (-0.001, "1969-12-31T23:59:59.999Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    ])
    func `dates are written in UTC`(seconds: Double, expected: String) throws {
        #expect(try text(Date(timeIntervalSince1970: seconds)) == "\"\(expected)\"")
    }

    @Test func `dates agree with Foundation from 1582 to 9999`() throws {
        var random = Seeded(seed: 11)
        for _ in 0..<2000 {
            let seconds = Double(Int.random(in: -12_219_292_800...253_402_300_799, using: &random))
            let date = Date(timeIntervalSince1970: seconds)
            #expect(try text(date) == "\"\(date.formatted(.iso8601))\"")
        }
    }

    @Test func `data, URLs and UUIDs are written as strings`() throws {
        #expect(try text(Data([0xFB, 0xFF, 0])) == #""+/8A""#)
        let url = try #require(URL(string: "https://films.example/a?b=c/d"))
        #expect(try text(url) == #""https://films.example/a?b=c/d""#)
        let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        #expect(try text(["id": uuid]) == #"{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#)
    }

    // MARK: - Containers

    @Test func `arrays of all element types are written as JSON arrays`() throws {
        #expect(try text([1, 2, 3]) == "[1,2,3]")
        #expect(try text(["a", "b"]) == #"["a","b"]"#)
        #expect(try text([1.5, 2]) == "[1.5,2]")
        #expect(try text([true, false]) == "[true,false]")
        #expect(try text([Int?.some(1), nil]) == "[1,null]")
        #expect(try text([[1], [], [2, 3]]) == "[[1],[],[2,3]]")
        #expect(try text([UInt8(1), 2]) == "[1,2]")
        #expect(try text([Int]()) == "[]")
    }

    @Test func `dictionaries are written as objects`() throws {
        #expect(try text(["a": 1]) == #"{"a":1}"#)
        #expect(try text([7: "seven"]) == #"{"7":"seven"}"#)
        #expect(try text([String: Int]()) == "{}")
        let many = Dictionary(uniqueKeysWithValues: (0..<100).map { ("key \"\($0)\"", $0) })
        let read = try JSONDecoder().decode([String: Int].self, from: Data(text(many).utf8))
        #expect(read == many)
    }

    @Test func `members keep the order of declaration, and nil members are omitted`() throws {
        struct Film: Encodable {
            let year = 1972
            let title = "Solaris"
            let sequel: String? = nil
            let authors = ["Lem"]
            let a = false
        }
        #expect(
            try text(Film()) == #"{"year":1972,"title":"Solaris","authors":["Lem"],"a":false}"#
        )
    }

    @Test func `keys are escaped`() throws {
        struct Odd: Encodable {
            enum CodingKeys: String, CodingKey {
                case quote = "a\"b"
                case control = "\n\u{1}"
                case emoji = "🎬"
                case slash = "a/b"
                case empty = ""
            }
            let quote = 1
            let control = 2
            let emoji = 3
            let slash = 4
            let empty = 5
        }
        #expect(
            try text(Odd()) == #"{"a\"b":1,"\n\u0001":2,"🎬":3,"a/b":4,"":5}"#
        )
    }

    // MARK: - Choices

    @Test func `pretty output is indented by two spaces`() throws {
        struct Film: Encodable {
            let title = "Solaris"
            let cast = ["Bondarchuk", "Banionis"]
            let empty: [Int] = []
            let none: [String: Int] = [:]
            let rating = ["stars": 5]
        }
        var json = JSON()
        json.isPretty = true
        let expected = """
            {
              "title": "Solaris",
              "cast": [
                "Bondarchuk",
                "Banionis"
              ],
              "empty": [],
              "none": {},
              "rating": {
                "stars": 5
              }
            }
            """
        #expect(try json.encodeToString(Film()) == expected)
    }

    @Test func `sorted keys are in the order of their UTF-8 bytes`() throws {
        var json = JSON()
        json.sortsKeys = true
        let value = ["b": 1, "a": 2, "ä": 3, "Z": 4, "": 5, "aa": 6, "😀": 7, "\u{FFFD}": 8]
        let expected = "{\"\":5,\"Z\":4,\"a\":2,\"aa\":6,\"b\":1,\"ä\":3,\"\u{FFFD}\":8,\"😀\":7}"
        #expect(try json.encodeToString(value) == expected)
        json.isPretty = true
        #expect(try json.encodeToString(["b": [1], "a": [2]]).hasPrefix("{\n  \"a\": [\n    2\n"))
    }

    @Test func `canonically equivalent keys stay separate in sorted output`() throws {
        var json = JSON()
        json.sortsKeys = true
        let value = Value.object(
            Value.Object([("\u{E9}", .bool(true)), ("e\u{301}", .bool(false))])
        )
        #expect(try json.encodeToString(value) == "{\"e\u{301}\":false,\"\u{E9}\":true}")
    }

    @Test func `userInfo is passed to the model`() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "tone"))
        struct Asks: Encodable {
            let key: CodingUserInfoKey
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(encoder.userInfo[key] as? String)
            }
        }
        var json = JSON()
        json.userInfo[key] = "calm"
        #expect(try json.encodeToString(Asks(key: key)) == #""calm""#)
        json.sortsKeys = true
        #expect(try json.encodeToString(Asks(key: key)) == #""calm""#)
    }

    @Test func `generic values keep their order and their digits`() throws {
        let value = Value.object(
            Value.Object([
                ("z", .array([.null, .bool(true), .string("x")])),
                ("a", .number(Value.Number(Int128.max))),
                ("m", .object(Value.Object([]))),
            ])
        )
        #expect(
            try text(value)
                == #"{"z":[null,true,"x"],"a":170141183460469231731687303715884105727,"m":{}}"#
        )
    }
}
