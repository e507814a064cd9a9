// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import Testing

@testable import RecadoCommand

@Suite struct `Command-line options of an endpoint` {
    /// An endpoint whose inputs have the names of general options, or names unsuitable for a shell.
    struct Oddly: Endpoint {
        struct Content: Codable, Sendable {
            var body: String
            var data: String?
            var born: String
            var died: String?
            var spots: [Everything.Content.Spot]?
            var nothing: Empty?

            enum CodingKeys: String, PathCodingKey {
                case body, data, spots, nothing
                case born = "dates.born"
                case died = "dates.died"
            }
        }

        struct Empty: Codable, SchemaProviding {
            static let schema = Schema(.object([]))
            static let example = Empty()
        }

        static let route: Route = "POST /things"
        typealias Output = NoContent

        @Query var offset: Int?
        @Query var title: String?
        @Body var content: Content

        enum CodingKeys: String, CodingKey {
            case offset = "page[offset]"
            case title = "filter[drupal_internal__title]"
            case content
        }
    }

    @Test func `are named after keys, and --data becomes --whole-data if a key is data`() throws {
        #expect(
            try options(Oddly.self).options.map(\.name) == [
                "page-offset", "filter-drupal-internal-title", "body", "data", "spots", "nothing",
                "dates-born", "dates-died", "whole-data",
            ]
        )
        let words = ["--body", "a", "--data", "b", "--dates-born", "c", "--page-offset", "2"]
        let call = try endpoint(Oddly.self, words + ["--nothing", "{}"])
        #expect(call.offset == 2 && call.content.body == "a" && call.content.data == "b")
        #expect(call.content.born == "c" && call.content.nothing != nil)
        let whole = #"{"body": "a", "dates": {"born": "c"}}"#
        #expect(try endpoint(Oddly.self, [], data: whole).content.born == "c")
    }

    @Test(
        arguments: [
            (["--body", "a"], nil, ["--dates-born <text> is missing"]),
            (["--body", "a", "--dates-died", "x"], nil, ["--dates-born <text> is missing"]),
            ([], #"{"body": "a", "dates": {"born": 1}}"#, ["--whole-data /dates/born: "]),
            ([], #"{"body": "a", "dates": 1}"#, ["--whole-data /dates: "]),
            (
                ["--body", "a", "--dates-born", "b", "--spots", #"[{"lat": 1}, {"lat": "x"}]"#],
                nil,
                ["--spots /1/lat: "]
            ),
            ([], "[]", ["--whole-data: "]),
        ] as [([String], String?, [String])]
    )
    func `are named in errors about missing or invalid JSON members`(
        words: [String],
        data: String?,
        lines: [String]
    ) throws {
        let failure = try #require(throws: CommandError.self) {
            try endpoint(Oddly.self, words, data: data)
        }
        #expect(failure.lines.count == lines.count, "\(failure.lines)")
        for (line, beginning) in zip(failure.lines, lines) {
            #expect(line.hasPrefix(beginning), "\(line)")
        }
    }

    /// An endpoint with an input of every kind.
    struct Everything: Endpoint {
        struct Content: Codable, Sendable, Hashable {
            struct Spot: Codable, Sendable, Hashable {
                var lat: Double
            }

            var name: String
            var isOpen: Bool
            var weights: [Double]
            var tags: [String]?
            var spot: Spot?
            var user: String?
            var createdAt: Int?
        }

        static let route: Route = "PUT /things/{id}"
        typealias Output = NoContent

        @Path var id: Int
        @Query var timeout: Int?
        @Query var maximumAge: Int?
        @Body var content: Content
    }

    private func options<E: Endpoint>(_: E.Type) throws -> EndpointOptions<E> {
        try EndpointOptions<E>(reserved: CallCommand.options.map(\.name) + ["help"])
    }

    private func endpoint<E: Endpoint>(
        _ type: E.Type,
        _ words: [String],
        data: String? = nil
    ) throws -> E {
        let options = try options(type)
        var reader = ArgumentReader(Command("x", "", options: options.options) { _, _ in })
        for word in words { try reader.read(word) }
        return try options.endpoint(from: reader.arguments, data: data.map { Array($0.utf8) })
    }

    @Test func `follow the order of the declaration`() throws {
        let names = try options(CreateFilm.self).options.map(\.name)
        #expect(names == ["title", "year", "director", "poster", "synopsis", "data"])
    }

    @Test func `get a prefix if their name is reserved`() throws {
        let names = try options(Everything.self).options.map(\.name)
        #expect(
            names == [
                "id", "input-timeout", "maximum-age", "name", "is-open", "weights", "tags", "spot",
                "input-user", "created-at", "data",
            ]
        )
    }

    @Test func `set the inputs of a call`() throws {
        let everything = try endpoint(
            Everything.self,
            [
                "--id", "7", "--maximum-age=5", "--name", "12", "--is-open", "true",
                "--weights", "1.5", "--weights", "2", "--tags", #"["a", "b"]"#,
                "--spot", #"{"lat": 40.5}"#, "--input-user", "ana", "--created-at", "3",
            ]
        )
        #expect(everything.id == 7)
        #expect(everything.maximumAge == 5)
        #expect(everything.timeout == nil)
        let spot = Everything.Content.Spot(lat: 40.5)
        let expected = Everything.Content(
            name: "12",
            isOpen: true,
            weights: [1.5, 2],
            tags: ["a", "b"],
            spot: spot,
            user: "ana",
            createdAt: 3
        )
        #expect(everything.content == expected)
    }

    @Test func `can be replaced by the option --data with the whole content`() throws {
        let data = #"{"title": "El sur", "year": 1983, "director": "Víctor Erice"}"#
        let film = try endpoint(CreateFilm.self, [], data: data).film
        #expect(film.title == "El sur")
        #expect(film.year == "1983")
    }

    struct Misuse: Sendable, CustomTestStringConvertible {
        let name: String
        var words: [String]
        var data: String?
        let lines: [String]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Misuse(
            name: "everything is missing",
            words: [],
            lines: [
                "--title <text> is missing", "--year <text> is missing",
                "--director <text> is missing",
            ]
        ),
        Misuse(
            name: "several are wrong",
            words: ["--title=", "--year=123456789", "--director", "x"],
            lines: ["--title: ", "--year: "]
        ),
        Misuse(name: "content of another form", words: [], data: "[]", lines: ["--data: "]),
        Misuse(
            name: "content that lacks something",
            words: [],
            data: #"{"title": "x", "year": 1999}"#,
            lines: ["--data /director: "]
        ),
        Misuse(
            name: "content that is no JSON",
            words: [],
            data: "{",
            lines: ["--data is no JSON: "]
        ),
        Misuse(
            name: "content and an option",
            words: ["--title", "x"],
            data: "{}",
            lines: ["--data and --title do not go together"]
        ),
    ])
    func `are each reported when several are missing or invalid`(_ misuse: Misuse) throws {
        let failure = try #require(throws: CommandError.self) {
            try endpoint(CreateFilm.self, misuse.words, data: misuse.data)
        }
        #expect(failure.code == 2)
        #expect(failure.lines.count == misuse.lines.count, "\(failure.lines)")
        for (line, beginning) in zip(failure.lines, misuse.lines) {
            #expect(line.hasPrefix(beginning), "\(line)")
        }
    }

    @Test func `refuse text where a number is required`() throws {
        let failure = try #require(throws: CommandError.self) {
            try endpoint(RentFilm.self, ["--id", "seven"])
        }
        #expect(failure.lines.count == 1)
        #expect(failure.lines.first?.hasPrefix("--id: ") == true)
    }

    @Test func `refuse malformed JSON`() throws {
        let failure = try #require(throws: CommandError.self) {
            try endpoint(Everything.self, ["--id", "7", "--spot", "{lat"])
        }
        #expect(failure.lines.first?.hasPrefix("--spot: ") == true)
    }
}
