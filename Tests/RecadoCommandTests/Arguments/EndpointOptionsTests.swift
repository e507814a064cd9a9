// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoContracts
import Testing

@testable import RecadoCommand

@Suite struct `Options of an endpoint` {
    /// An endpoint with an input of every sort.
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
        body: String? = nil
    ) throws -> E {
        let options = try options(type)
        var reader = ArgumentReader(Command("x", "", options: options.options) { _, _ in })
        for word in words { try reader.read(word) }
        return try options.endpoint(from: reader.arguments, body: body.map { Array($0.utf8) })
    }

    @Test func `come from the declaration, in its order`() throws {
        let names = try options(CreateFilm.self).options.map(\.name)
        #expect(names == ["title", "year", "director", "poster", "synopsis", "body"])
    }

    @Test func `that would be called like another have a name of their own`() throws {
        let names = try options(Everything.self).options.map(\.name)
        #expect(
            names == [
                "id", "input-timeout", "maximum-age", "name", "is-open", "weights", "tags", "spot",
                "input-user", "created-at", "body",
            ]
        )
    }

    @Test func `become the inputs of a call`() throws {
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

    @Test func `can be replaced by the whole content`() throws {
        let body = #"{"title": "El sur", "year": 1983, "director": "Víctor Erice"}"#
        let film = try endpoint(CreateFilm.self, [], body: body).film
        #expect(film.title == "El sur")
        #expect(film.year == "1983")
    }

    struct Misuse: Sendable, CustomTestStringConvertible {
        let name: String
        var words: [String]
        var body: String?
        let lines: [String]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Misuse(
            name: "everything is missing",
            words: [],
            lines: ["--title: ", "--year: ", "--director: "]
        ),
        Misuse(
            name: "several are wrong",
            words: ["--title=", "--year=123456789", "--director", "x"],
            lines: ["--title: ", "--year: "]
        ),
        Misuse(name: "a body of another form", words: [], body: "[]", lines: ["--body : "]),
        Misuse(
            name: "a body that lacks something",
            words: [],
            body: #"{"title": "x", "year": 1999}"#,
            lines: ["--director: "]
        ),
        Misuse(name: "a body that is no JSON", words: [], body: "{", lines: ["--body: "]),
        Misuse(
            name: "a body and an option",
            words: ["--title", "x"],
            body: "{}",
            lines: ["--body and --title do not go together"]
        ),
    ])
    func `are refused all at once, by their names`(_ misuse: Misuse) throws {
        let failure = try #require(throws: CommandFailure.self) {
            try endpoint(CreateFilm.self, misuse.words, body: misuse.body)
        }
        #expect(failure.code == 2)
        #expect(failure.lines.count == misuse.lines.count, "\(failure.lines)")
        for (line, beginning) in zip(failure.lines, misuse.lines) {
            #expect(line.hasPrefix(beginning), "\(line)")
        }
    }

    @Test func `refuse a word where a number must be`() throws {
        let failure = try #require(throws: CommandFailure.self) {
            try endpoint(RentFilm.self, ["--id", "seven"])
        }
        #expect(failure.lines.count == 1)
        #expect(failure.lines.first?.hasPrefix("--id: ") == true)
    }

    @Test func `refuse JSON that is none`() throws {
        let failure = try #require(throws: CommandFailure.self) {
            try endpoint(Everything.self, ["--id", "7", "--spot", "{lat"])
        }
        #expect(failure.lines.first?.hasPrefix("--spot: ") == true)
    }
}
