// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite struct `XML in Rails style` {
    struct Score: Codable, Equatable {
        var createdAt: Date?
        var id: Int?
        var name: String?
        var total: Int?

        enum CodingKeys: String, CodingKey {
            case createdAt = "created_at"
            case id, name, total
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(createdAt, forKey: .createdAt)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            try container.encode(total, forKey: .total)
        }
    }

    private let rails: XML = {
        var xml = XML()
        xml.isRails = true
        xml.isPretty = true
        return xml
    }()

    private let scores = [
        Score(createdAt: Date(timeIntervalSince1970: 1), id: 1, name: "Pedro", total: nil),
        Score(createdAt: nil, id: 2, name: nil, total: -5),
    ]

    @Test func `an array is written as Rails does`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <scores type="array">
              <score>
                <created-at type="dateTime">1970-01-01T00:00:01Z</created-at>
                <id type="integer">1</id>
                <name>Pedro</name>
                <total nil="true"/>
              </score>
              <score>
                <created-at nil="true"/>
                <id type="integer">2</id>
                <name nil="true"/>
                <total type="integer">-5</total>
              </score>
            </scores>

            """
        #expect(try rails.encodeToString(scores) == text)
        #expect(try rails.decode([Score].self, from: text) == scores)
        #expect(try rails.encodeToString([Score]()).hasSuffix("<scores type=\"array\"/>\n"))
    }

    @Test func `responses of a Rails application are read`() throws {
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <scores type="array">
              <score>
                <created-at type="datetime">1970-01-01T00:00:01Z</created-at>
                <id type="integer">1</id>
                <name>Pedro</name>
                <total type="integer" nil="true"/>
                <updated-at type="datetime">2026-11-20T12:38:06Z</updated-at>
              </score>
              <score>
                <id type="integer">2</id>
                <name nil="true"></name>
                <total type="integer">-5</total>
              </score>
            </scores>
            """
        #expect(try rails.decode([Score].self, from: list) == scores)
        #expect(try rails.decode([Score].self, from: "<nil-classes type=\"array\"/>") == [])
        let failure = """
            <hash>
              <status type="integer">404</status>
              <error>Not Found</error>
            </hash>
            """
        struct Failure: Decodable {
            var status: Int
            var error: String
        }
        let read = try rails.decode(Failure.self, from: failure)
        #expect(read.status == 404 && read.error == "Not Found")
    }

    struct Film: Codable, Equatable {
        var isRented: Bool
        var price: Double
        var tags: [String]
        var genreNames: [String]
        var categories: [Category]
        var rows: [[Int]]

        enum CodingKeys: String, CodingKey {
            case isRented = "is_rented"
            case price = "_price_"
            case tags
            case genreNames = "genre_names"
            case categories, rows
        }

        struct Category: Codable, Equatable { var name: String }
    }

    private let film = Film(
        isRented: true,
        price: 1.5,
        tags: [],
        genreNames: ["a", "b"],
        categories: [.init(name: "x")],
        rows: [[1], []]
    )

    @Test func `an array is one element of type array, with child names in the singular`() throws {
        var plain = rails
        plain.isPretty = false
        plain.writesDeclaration = false
        let text = try plain.encodeToString(film)
        #expect(
            text == """
                <film><is-rented type="boolean">true</is-rented><_price_ type="float">1.5</_price_>\
                <tags type="array"/><genre-names type="array"><genre-name>a</genre-name>\
                <genre-name>b</genre-name></genre-names><categories type="array"><category>\
                <name>x</name></category></categories><rows type="array"><row type="array">\
                <row type="integer">1</row></row><row type="array"/></rows></film>
                """
        )
        #expect(try plain.decode(Film.self, from: text) == film)
    }

    @Test func `type attributes are read even if Rails style is off`() throws {
        let text = """
            <film><is_rented type="boolean"> 1 </is_rented><_price_ type="decimal">1.5</_price_>
            <tags type="array"/><genre_names type="array"><x>a</x><x>b</x></genre_names>
            <categories type="array"><category><name type="string">x</name></category></categories>
            <rows type="array"><row type="array"><n>1</n></row><row type="array"/></rows></film>
            """
        #expect(try XML().decode(Film.self, from: text) == film)
    }

    @Test(arguments: ["yaml", "symbol", "file", "binary"])
    func `a type attribute does not change the type that the model reads`(_ type: String) throws {
        let text = "<score><name type=\"\(type)\">--- !ruby/object:X {}</name></score>"
        #expect(try rails.decode(Score.self, from: text).name == "--- !ruby/object:X {}")
        #expect(throws: CodingError.self) {
            try rails.decode([String: Int].self, from: text)
        }
    }

    @Test(arguments: [
        ("films", "film"), ("categories", "category"), ("boxes", "box"), ("classes", "class"),
        ("matches", "match"), ("movies", "movie"), ("series", "series"), ("address", "address"),
        ("dishes", "dish"), ("staff", "staff"),
    ])
    func `the children of an array are named with the singular of its name`(
        _ plural: String,
        _ singular: String
    ) throws {
        var plain = rails
        plain.isPretty = false
        let text = try plain.encodeToString([plural: ["x"]])
        #expect(text.contains("<\(plural) type=\"array\"><\(singular)>x</\(singular)></\(plural)>"))
    }
}
