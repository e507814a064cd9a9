// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Query items` {
    static let parsed: [(String, [(String, String)])] = [
        ("", []), ("&&", []), ("a=1&b=2", [("a", "1"), ("b", "2")]), ("a", [("a", "")]),
        ("a=", [("a", "")]), ("=a", [("", "a")]), ("=", [("", "")]), ("a=b=c", [("a", "b=c")]),
        ("a=1&&a=2&", [("a", "1"), ("a", "2")]), ("t=El+Cami%C3%B3n", [("t", "El Camión")]),
        ("t=El%20Cami%c3%b3n", [("t", "El Camión")]), ("a%26b=c%3Dd", [("a&b", "c=d")]),
        ("a=100%&b=%zz", [("a", "100%"), ("b", "%zz")]), ("a;b=1", [("a;b", "1")]),
        ("page[size]=10", [("page[size]", "10")]),
    ]

    @Test(arguments: parsed) func `queries and forms are parsed`(
        _ text: String,
        _ expected: [(String, String)]
    ) throws {
        let items = try QueryItems(parsing: text)
        #expect(items.map(\.name) == expected.map(\.0))
        #expect(items.map(\.value) == expected.map(\.1))
    }

    @Test func `too many items are refused`() throws {
        let text = Array(repeating: "a=1", count: 1000).joined(separator: "&")
        #expect(try QueryItems(parsing: text).count == 1000)
        #expect(throws: QueryItemsError(.tooMany(limit: 1000))) {
            try QueryItems(parsing: text + "&b")
        }
        #expect(throws: QueryItemsError(.tooMany(limit: 1))) {
            try QueryItems(parsing: "a&b", limit: 1)
        }
        #expect(try QueryItems(parsing: String(repeating: "&", count: 5000)).isEmpty)
    }

    @Test(arguments: [("a=1&b=%FF", 1), ("%C3=1", 0), ("a=%ED%A0%80", 0)])
    func `bytes that are not UTF-8 are refused`(_ text: String, _ index: Int) {
        #expect(throws: QueryItemsError(.notUTF8(index: index))) { try QueryItems(parsing: text) }
    }

    @Test func `names may repeat, and items keep their order`() {
        var items: QueryItems = ["genre": "drama", "page": "1", "genre": "comedy"]
        #expect(items["genre"] == "drama")
        #expect(items[all: "genre"] == ["drama", "comedy"])
        #expect(items["Genre"] == nil)
        items["genre"] = "war"
        #expect(items.encoded == "genre=war&page=1")
        items["year"] = "1975"
        items["page"] = nil
        #expect(items.encoded == "genre=war&year=1975")
    }

    @Test func `a nil value adds no item`() {
        var items = QueryItems()
        items.append(nil, to: "page")
        items.append("", to: "q")
        #expect(items.encoded == "q=")
    }

    @Test func `spaces are escaped in queries and become plus signs in forms`() {
        let items: QueryItems = ["q": "a b+c~"]
        #expect(items.encoded == "q=a%20b%2Bc~")
        #expect(items.formEncoded == "q=a+b%2Bc%7E")
    }

    @Test func `the description hides values`() {
        let items: QueryItems = ["apikey": "secret"]
        #expect("\(items)" == "[apikey]")
    }

    @Test(arguments: [10, 11, 12] as [UInt64])
    func `random items survive writing and parsing`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var items = QueryItems()
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                items.append(generator.text(upTo: 12), to: generator.text(upTo: 6))
            }
            #expect(try QueryItems(parsing: items.encoded) == items)
            #expect(try QueryItems(parsing: items.formEncoded) == items)
            #expect(try URI("http://a/").appending(query: items).queryItems() == items)
        }
    }
}
