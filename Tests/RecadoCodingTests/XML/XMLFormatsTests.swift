// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite struct `One model in every format` {
    /// A model that is written in a format and read back.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: @Sendable (Format) throws -> Bool

        init<Model: Codable & Equatable & Sendable>(_ name: String, _ model: Model) {
            testDescription = name
            check = { try $0.trip(model) == model }
        }
    }

    enum Format: String, CaseIterable {
        case json, xml, form, pretty, sorted, rails, xsiNil

        func trip<Model: Codable>(_ model: Model) throws -> Model {
            var xml = XML()
            switch self {
            case .json: return try JSON().decode(Model.self, from: JSON().encode(model))
            case .form:
                let form = URLEncodedForm()
                return try form.decode(Model.self, from: form.encode(model))
            case .xml: break
            case .pretty: xml.isPretty = true
            case .sorted: xml.sortsKeys = true
            case .rails: xml.isRails = true
            case .xsiNil: xml.nulls = .xsiNil
            }
            return try xml.decode(Model.self, from: xml.encode(model))
        }
    }

    struct Film: Codable, Equatable {
        var id: Int
        var title: String
        var year: Int?
        var isRented: Bool
        var price: Decimal
        var rating: Double
        var added: Date
        var tags: [String]
        var director: Person
        var cast: [Person]
        var genre: Genre
        var site: URL?

        enum Genre: String, Codable { case drama, comedy }
    }

    struct Person: Codable, Equatable {
        var name: String
        var born: Int?
    }

    struct Wrapped: Codable, Equatable {
        @XML.Attribute var id: Int
        @XML.Attribute var unit: String?
        @XML.CDATA var note: String
        @XML.Text var amount: Double
    }

    struct Paths: Codable, Equatable {
        var name: String
        var elevation: Int?
        var tags: [String]

        enum CodingKeys: String, PathCodingKey {
            case name
            case elevation = "info.elevation"
            case tags = "info.tags.tag"
        }
    }

    struct Flattened: Codable, Equatable {
        var id: Int
        @Flat var person: Person
        @Default<Defaults.False> var isNew: Bool
    }

    private static let film = Film(
        id: 7,
        title: " Él & <ella>\n\"x\"\t",
        year: nil,
        isRented: true,
        price: Decimal(string: "12345678901234567890.12") ?? 0,
        rating: 0.1,
        added: Date(timeIntervalSince1970: 0.25),
        tags: ["a", "b c"],
        director: Person(name: "Tarkovski", born: 1932),
        cast: [Person(name: "日本語 🎮", born: nil), Person(name: "]]>", born: -1)],
        genre: .drama,
        site: URL(string: "https://example.org/?a=b&c=d#e")
    )

    static let cases: [Case] = [
        Case("a model of everything", film),
        Case("wrappers", Wrapped(id: 1, unit: "kg", note: "<&>", amount: 2.5)),
        Case("wrappers without a value", Wrapped(id: 1, unit: nil, note: "x", amount: -0.0)),
        Case("paths", Paths(name: "x", elevation: 3, tags: ["a", "b"])),
        Case("paths without values", Paths(name: "x", elevation: nil, tags: [])),
        Case("flat members", Flattened(id: 1, person: Person(name: "x"), isNew: true)),
        Case("a dictionary", ["a": ["x": 1], "b": ["y": 2, "z": 3]]),
        Case("dictionary of lists", ["a": [1, 2], "b": [3]]),
        Case("a payload", Shape.circle(radius: 1.5)),
        Case("payloads", ["a": Shape.named("x"), "b": .pair(1, "y")]),
    ]

    enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case named(String)
        case pair(Int, String)
    }

    @Test(arguments: cases, Format.allCases)
    func `a model is read back unchanged`(_ example: Case, _ format: Format) throws {
        #expect(try example.check(format))
    }

    @Test func `root arrays are read back unchanged, except in forms`() throws {
        let films = [Self.film, Self.film]
        for format in Format.allCases where format != .form {
            #expect(try format.trip(films) == films)
            #expect(try format.trip([[1, 2], [], [3]]) == [[1, 2], [], [3]])
        }
    }
}
