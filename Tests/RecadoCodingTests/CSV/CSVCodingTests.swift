// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private struct Film: Codable, Equatable, Sendable {
    struct Person: Codable, Equatable, Sendable {
        var name: String
        var born: Int?
    }

    var title: String
    var year: Int?
    var isRented: Bool
    var price: Double
    var added: Date
    var director: Person
    var tags: [String]
    var comment: String?
}

/// Returns the rows of a stream of pieces, with the errors between them, all as texts.
private func rows<Row: Decodable>(of type: Row.Type, in pieces: [String]) async -> [String] {
    let stream = AsyncStream<[UInt8]> { continuation in
        for piece in pieces { continuation.yield(Array(piece.utf8)) }
        continuation.finish()
    }
    var iterator = CSV().rows(of: type, in: stream).makeAsyncIterator()
    var found: [String] = []
    while true {
        do {
            guard let row = try await iterator.next() else { return found }
            found.append("\(row)")
        } catch {
            found.append("\(error)")
        }
    }
}

@Suite struct `CSV tables of models` {
    private static let films = [
        Film(
            title: "El camión; \"rojo\",\nII",
            year: 1972,
            isRented: true,
            price: 0.5,
            added: Date(timeIntervalSince1970: 86_400),
            director: Film.Person(name: "Ana", born: 1930),
            tags: [],
            comment: ""
        ),
        Film(
            title: " a",
            isRented: false,
            price: -12,
            added: Date(timeIntervalSince1970: 0),
            director: Film.Person(name: "Luis"),
            tags: ["x", "y"]
        ),
    ]

    @Test func `models are written as rows and read back`() throws {
        let bytes = try CSV().encode(Self.films)
        let lines = String(decoding: bytes, as: UTF8.self)
        #expect(
            lines == """
                title,year,isRented,price,added,director.name,director.born,comment,tags.0,tags.1\r
                "El camión; ""rojo"",
                II",1972,true,0.5,1970-01-02T00:00:00Z,Ana,1930,"",,\r
                " a",,false,-12,1970-01-01T00:00:00Z,Luis,,,x,y\r

                """
        )
        #expect(try CSV().decode([Film].self, from: bytes) == Self.films)
        #expect(try CSV().decode(from: Data(bytes)) == Self.films)
        #expect(try CSV().decode(from: lines) == Self.films)
    }

    @Test func `columns can be chosen, and a value without a column is refused`() throws {
        struct Row: Encodable { var a: Int, b: String? }
        let table = [Row(a: 1, b: nil), Row(a: 2, b: "x")]
        let text = String(
            decoding: try CSV().encode(table, columns: ["b", "c", "a"]),
            as: UTF8.self
        )
        #expect(text == "b,c,a\r\n,,1\r\nx,,2\r\n")
        let error = #expect(throws: CodingError.self) {
            try CSV().encode(table, columns: ["a"])
        }
        #expect(error?.pointer == "/1")
        #expect(error?.message.contains("found b") == true)
        #expect(try CSV().encode([Row]()).isEmpty)
        #expect(try CSV().encode([Row](), columns: ["a"]) == Array("a\r\n".utf8))
        #expect(throws: CodingError.self) { try CSV().encode([1, 2]) }
    }

    @Test func `columns can come in any order, and unknown columns are ignored`() throws {
        struct Row: Decodable, Equatable { var a: Int, b: String? }
        let text = "\u{FEFF}x;b;a\n1;\"\";2\n;;3\n"
        let table = try CSV().decode([Row].self, from: text)
        #expect(table == [Row(a: 2, b: ""), Row(a: 3, b: nil)])
        #expect(try CSV().decode([Row].self, from: "").isEmpty)
        #expect(try CSV().decode([Row].self, from: "a,b\r\n").isEmpty)
    }

    @Test func `an empty row is written as quotes, not as a blank line`() throws {
        struct Row: Codable, Equatable { var a: Int? }
        let bytes = try CSV().encode([Row(), Row(a: 1), Row()])
        #expect(String(decoding: bytes, as: UTF8.self) == "a\r\n\"\"\r\n1\r\n\"\"\r\n")
        #expect(try CSV().decode(from: bytes) == [Row(), Row(a: 1), Row()])
    }

    @Test func `date and key strategies apply, and the word yes is read as true`() throws {
        struct Row: Codable, Equatable { var createdAt: Date, isNew: Bool }
        var csv = CSV()
        csv.dates = .secondsSince1970
        csv.keys = .snakeCase
        csv.delimiter = .tab
        let row = Row(createdAt: Date(timeIntervalSince1970: 5), isNew: true)
        let bytes = try csv.encode([row])
        #expect(String(decoding: bytes, as: UTF8.self) == "created_at\tis_new\r\n5\ttrue\r\n")
        #expect(try csv.decode([Row].self, from: bytes) == [row])
        #expect(try csv.decode([Row].self, from: "created_at\tis_new\n5\tyes") == [row])
    }

    @Test func `a row read as a generic value is an object of strings`() throws {
        let table = try CSV().decode([Value].self, from: "a,b.c\n1,x\n,y")
        #expect(table.count == 2)
        #expect(table[0][path: "b.c"] == "x" && table[0]["a"] == "1")
        #expect(table[1]["a"] == nil)
    }

    @Test(arguments: [1, 3, 1_000])
    func `a stream of rows continues after a row that cannot be read`(size: Int) async {
        struct Row: Decodable { var a: Int }
        let text = Array("a,b\r\n1,x\r\nz,\r\n2\r\n3,\"\r\"\"\"\r\n4,q\"\r\n5,\r\n")
        let pieces = stride(from: 0, to: text.count, by: size).map {
            String(text[$0..<min($0 + size, text.count)])
        }
        let found = await rows(of: Row.self, in: pieces)
        #expect(found.count == 6, "\(found)")
        #expect(found[0] == "Row(a: 1)" && found[3] == "Row(a: 3)" && found[5] == "Row(a: 5)")
        #expect(found[1].contains("/1/a (line 3"), "\(found[1])")
        #expect(found[2].contains("row 2: expected 2 fields as in the first record, found 1"))
        #expect(found[2].contains("line 4"), "\(found[2])")
        #expect(found[4].contains("row 4: expected no quotation mark within"), "\(found[4])")
    }

    @Test func `rows without valid column names are refused`() throws {
        let rows: [[String: [String: String]]] = [["a": ["b.c": "x"]], ["a": ["": "x"]]]
        for row in rows { #expect(throws: CodingError.self) { try CSV().encode([row]) } }
        for name in ["a.b", ""] {
            #expect(throws: CodingError.self) { try CSV().encode([[name: "x"]]) }
        }
        #expect(throws: CodingError.self) { try CSV().encode([[["a": "x"]]]) }
        #expect(throws: CodingError.self) { try CSV().encode([[String: String]()]) }
        let table = [["x;y": "1;2", "z": "a\tb"]]
        #expect(try CSV().decode([[String: String]].self, from: CSV().encode(table)) == table)
    }

    @Test func `column names with dots and spaces match coding keys verbatim`() throws {
        let text = "Temp. (C),price,price.currency,at.20240101\n2,3,EUR,5\n"
        struct Row: Decodable, Equatable {
            enum CodingKeys: String, CodingKey {
                case temperature = "Temp. (C)"
                case price
                case currency = "price.currency"
            }
            var temperature: Int, price: Int, currency: String
        }
        let expected = Row(temperature: 2, price: 3, currency: "EUR")
        #expect(try CSV().decode([Row].self, from: text) == [expected])
    }

    @Test func `a malformed header row ends the stream with an error`() async {
        let found = await rows(of: [String: String].self, in: ["\"a\"x,b\n1,2\n3,4\n"])
        #expect(found.count == 1 && found[0].contains("line 1"), "\(found)")
    }

    @Test(arguments: ["a,a\n1,2", "a,\n1,2", "a,b\n1", "a\n\"1"])
    func `malformed tables are refused`(text: String) {
        #expect(throws: CodingError.self) { try CSV().decode([Value].self, from: text) }
    }
}
