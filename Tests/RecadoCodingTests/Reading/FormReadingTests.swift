// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RecadoCoding

@Suite struct `Reading forms` {
    private func value(_ text: String) throws -> Value {
        try URLEncodedForm().value(from: Array(text.utf8))
    }

    @Test(arguments: [
        ("", "{}"), ("a=1", #"{"a":"1"}"#), ("a=1&b=2", #"{"a":"1","b":"2"}"#), ("a", #"{"a":""}"#),
        ("a=&b", #"{"a":"","b":""}"#), ("a=b=c", #"{"a":"b=c"}"#), ("&&a=1&&", #"{"a":"1"}"#),
        ("a+b=c+d%20e", #"{"a b":"c d e"}"#), ("%C3%A9=%e2%82%ac", #"{"é":"€"}"#),
        ("a=%zz%4&b=100%", #"{"a":"%zz%4","b":"100%"}"#), ("=x", #"{"":"x"}"#),
        ("a[b]=1&a[c][d]=2", #"{"a":{"b":"1","c":{"d":"2"}}}"#),
        ("a%5Bb%5D=1", #"{"a":{"b":"1"}}"#),
        ("a[]=1&a[]=2", #"{"a":["1","2"]}"#), ("a=1&a=2&a=3", #"{"a":["1","2","3"]}"#),
        ("a[2]=c&a[0]=a&a[1]=b", #"{"a":["a","b","c"]}"#), ("a[9]=z&a[4]=y", #"{"a":["y","z"]}"#),
        ("a[0][x]=1&a[0][y]=2&a[1][x]=3", #"{"a":[{"x":"1","y":"2"},{"x":"3"}]}"#),
        ("a[0][]=1&a[0][]=2", #"{"a":[["1","2"]]}"#),
        ("a[][x]=1&a[][y]=2&a[][x]=3", #"{"a":[{"x":"1","y":"2"},{"x":"3"}]}"#),
        ("a%5b%5D%5Bx%5D=1&a[][x]=2", #"{"a":[{"x":"1"},{"x":"2"}]}"#),
        (
            "a[][x][y]=1&a[][x][z]=2&a[][x][y]=3",
            #"{"a":[{"x":{"y":"1","z":"2"}},{"x":{"y":"3"}}]}"#
        ),
        ("a[][x][]=1&a[][x][]=2&a[][y]=3", #"{"a":[{"x":["1","2"],"y":"3"}]}"#),
        ("a[][x]=1&a[][x][y]=2", #"{"a":[{"x":"1"},{"x":{"y":"2"}}]}"#),
        ("a[][x]=1&b=2&a[][y]=3", #"{"a":[{"x":"1","y":"3"}],"b":"2"}"#),
        ("a[][]=1&a[][]=2", #"{"a":[["1"],["2"]]}"#), ("a[]=1&a[]", #"{"a":["1",""]}"#),
        ("a[]=p&a[1][x]=1&a[]=q", #"{"a":["p",{"x":"1"},"q"]}"#),
        ("a[2]=x&a[]=y&a[0]=z", #"{"a":["z","x","y"]}"#),
        ("a[0][x]=1&a[][x]=2", #"{"a":[{"x":"1"},{"x":"2"}]}"#),
        ("a[b=1", #"{"a[b":"1"}"#), ("a]b=1", #"{"a]b":"1"}"#), ("[a]=1", #"{"[a]":"1"}"#),
        ("a[b]c=1", #"{"a[b]c":"1"}"#), ("a[[b]]=1", #"{"a[[b]]":"1"}"#),
        ("a[b][=1", #"{"a[b][":"1"}"#),
    ])
    func `names in brackets are read as nested values`(_ text: String, _ expected: String) throws {
        #expect(try value(text) == JSON().value(from: expected))
    }

    @Test(arguments: [
        "a=1&a[b]=2", "a[b]=2&a=1", "a[]=1&a[b]=2", "a[b]=1&a[]=2", "a[b]=1&a[0]=2", "a[]=1&a=2",
        "a[0]=1&a[0][b]=2",
    ])
    func `conflicting uses of one name are refused`(_ text: String) throws {
        let failure = try #require(throws: CodingError.self) { try value(text) }
        #expect(failure.code == .typeMismatch)
        #expect(failure.pointer.hasPrefix("/a"))
    }

    @Test(arguments: [
        ("a=1&a[b]=2", "expected a single value, as an earlier pair has it, found named members"),
        ("a[]=1&a[b]=2", "expected elements, as an earlier pair has it, found named members"),
        ("a[b]=1&a=2", "expected named members, as an earlier pair has it, found a single value"),
    ])
    func `the error of a conflict names both kinds of value`(
        _ text: String,
        _ message: String
    ) throws {
        let failure = try #require(throws: CodingError.self) { try value(text) }
        #expect(failure.message == message)
    }

    @Test func `text that is not UTF-8 is refused`() throws {
        let failure = try #require(throws: CodingError.self) { try value("ok=1&a=%FF") }
        #expect(failure.code == .malformed && failure.pointer == "/a" && failure.offset == 5)
        #expect(throws: CodingError.self) { try value("%ED%A0%80=1") }
    }

    @Test func `sizes are limited`() throws {
        var form = URLEncodedForm()
        form.limits.pairs = 3
        form.limits.depth = 2
        form.limits.keyBytes = 5
        form.limits.valueBytes = 4
        form.limits.index = 7
        func code(_ text: String) -> CodingError.Code? {
            do {
                _ = try form.value(from: Array(text.utf8))
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code("a=1&b=2&c=3") == nil)
        #expect(code("a=1&b=2&c=3&d=4") == .tooLarge)
        #expect(code("a[b]=1") == nil)
        form.limits.keyBytes = 20
        #expect(code("a[b][c]=1") == .tooDeep)
        #expect(code("a=12345") == .tooLarge)
        #expect(code("a[7]=1") == nil)
        #expect(code("a[8]=1") == .tooLarge)
        #expect(code("aaaaaaaaaaaaaaaaaaaaa=1") == .tooLarge)
        form.limits.bytes = 3
        #expect(code("a=12") == .tooLarge)
    }

    struct Search: Decodable, Equatable {
        enum Order: String, Decodable { case title, year }
        var text: String
        var page: Int?
        var rate: Double?
        var exact: Bool?
        var debug: Bool?
        var order: Order?
        var tags: [String]
        var ids: [Int]?
        var since: Date?
        var range: [String: UInt8]?
    }

    @Test func `strings are converted to the types of the model`() throws {
        let text = """
            text=a+b&page=+07&rate=-1.50e1&exact=on&debug&order=year&tags=x&ids=1&ids=2\
            &since=2001-01-01T00:00:01Z&range[from]=1&range[to]=255
            """
        let search = try URLEncodedForm().decode(Search.self, from: text)
        let expected = Search(
            text: "a b",
            page: 7,
            rate: -15,
            exact: true,
            debug: true,
            order: .year,
            tags: ["x"],
            ids: [1, 2],
            since: Date(timeIntervalSinceReferenceDate: 1),
            range: ["from": 1, "to": 255]
        )
        #expect(search == expected)
    }

    @Test func `empty fields are nil and missing arrays are empty`() throws {
        let search = try URLEncodedForm().decode(
            Search.self,
            from: "text=&page=&rate=&exact=&order=&since="
        )
        #expect(search == Search(text: "", tags: []))
    }

    @Test func `a scalar takes the last value of a repeated name`() throws {
        let read = try URLEncodedForm().decode([String: Int].self, from: "a=1&a=22&b=3&a=333")
        #expect(read == ["a": 333, "b": 3])
        struct Model: Decodable {
            var a: String
            var b: Bool
            var c: Decimal
        }
        let model = try URLEncodedForm().decode(Model.self, from: "a=1&a=2&b=0&b=1&c=1&c=2.50")
        #expect(model.a == "2" && model.b && model.c == Decimal(string: "2.5"))
    }

    @Test func `a number does not include digits of the next pair`() throws {
        let read = try URLEncodedForm().decode(
            [String: Double].self,
            from: "a=1&b=2.5&c=12345678901234567&d=4"
        )
        #expect(read == ["a": 1, "b": 2.5, "c": 12_345_678_901_234_568, "d": 4])
        let large = "n=340282366920938463463374607431768211455&m=1"
        let integers = try URLEncodedForm().decode([String: UInt128].self, from: large)
        #expect(integers == ["n": .max, "m": 1])
    }

    @Test(arguments: [
        "page=x", "page=1.5", "page=", "page=1 2", "page=--1", "page=0x10",
        "page=99999999999999999999",
    ])
    func `a string that is not a number is refused`(_ text: String) throws {
        struct Model: Decodable {
            var page: Int
        }
        let failure = try #require(throws: CodingError.self) {
            try URLEncodedForm().decode(Model.self, from: text)
        }
        #expect(failure.pointer == "/page")
        #expect(failure.code == .invalidValue || failure.code == .outOfRange)
    }

    @Test func `pairs decoded by the caller are read like a form`() throws {
        let pairs = [
            (name: "id", value: "7"), (name: "tag", value: "a&b"), (name: "tag", value: "c"),
        ]
        let document = try Document(pairs: pairs)
        #expect(try document.decode(Int.self, at: "id") == 7)
        #expect(try document.decode([String].self, at: "tag") == ["a&b", "c"])
        #expect(try document.decode(Int.self, at: "absent") == nil)
        let failure = try #require(throws: CodingError.self) {
            try document.decode(Int.self, at: "tag")
        }
        #expect(failure.pointer == "/tag" || failure.pointer == "/tag/1")
        #expect(failure.place == nil)
        #expect(throws: CodingError.self) {
            try Document(pairs: (0...1000).map { (name: "n\($0)", value: "") })
        }
    }

    @Test func `a thousand nested names that share prefixes are read`() throws {
        let text = (0..<1000).map { "a[\($0 % 10)][b\($0)][c]=\($0)" }.joined(separator: "&")
        #expect(try value(text)[path: "a.9.b999.c"] == "999")
    }

    // MARK: - Effort

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("n#=#", 100_000), ("a[n#]=#", 20_000), ("a[]=#", 20_000), ("a[#]=#", 20_000),
            ("a=#", 20_000), ("a[][x]=#", 20_000), ("a[][n#]=#", 20_000), ("a[#][x][y]=#", 20_000),
        ]
    )
    func `many pairs take linear time`(_ pattern: String, _ count: Int) throws {
        var form = URLEncodedForm()
        form.limits.pairs = count
        form.limits.index = count
        let text = (0..<count).map { pattern.replacing("#", with: String($0)) }
            .joined(separator: "&")
        let value = try form.value(from: Array(text.utf8))
        let object = try #require(value.objectValue)
        #expect(object.count == (pattern.hasPrefix("n") ? count : 1))
    }

    @Test func `nesting of names is limited`() throws {
        let deep = String(repeating: "[a]", count: 31)
        #expect(try value("a\(deep)=1")[path: "a.a.a"] != nil)
        var form = URLEncodedForm()
        form.limits.keyBytes = 1 << 20
        for name in ["a\(deep)[a]", "a" + String(repeating: "[]", count: 300_000)] {
            let failure = try #require(throws: CodingError.self) {
                try form.value(from: Array("\(name)=1".utf8))
            }
            #expect(failure.code == .tooDeep)
        }
    }
}
