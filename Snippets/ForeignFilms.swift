// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Written by recado describe swift --openapi.

import Foundation
import Recado
import RecadoTesting

/// Film Library.
///
/// Films of a library.
///
/// It answers at https://films.example/v1.
enum FilmLibrary {
    /// The address to call.
    static let address = "https://films.example/v1"

    /// The service as a whole, for documents, servers and stand-ins.
    static let api = API(
        name: "film-library",
        title: "Film Library",
        version: "1.0.0",
        prefix: "/v1",
        about: "Films of a library.",
        endpoints: [
            ListFilms.self,
            ShowFilm.self,
        ]
    )

    /// Lists films.
    struct ListFilms: Endpoint {
        static let route: Route = "GET /films"
        static let name = "listFilms"
        static let about: About = "Lists films."
        static let parameterStyles: [String: ParameterStyle] = [
            "pageSize": "pageSize",
            "genre": ParameterStyle(lists: .commas),
        ]
        typealias Output = [FilmItem]
        static let documentedResponses: [DocumentedResponse] = [
            DocumentedResponse("200", "The films", in: ["application/json"], of: [FilmItem].self)
        ]

        /// The size of a page.
        ///
        /// By default 20.
        @Query var pageSize: Int? = nil
        @Query var genre: [String]? = nil
    }

    /// Shows a film.
    struct ShowFilm: Endpoint {
        static let route: Route = "GET /films/{film-id}"
        static let name = "showFilm"
        static let about: About = "Shows a film."
        static let parameterStyles: [String: ParameterStyle] = [
            "filmId": "film-id"
        ]
        typealias Output = FilmItem
        typealias Caller = Key
        static let documentedResponses: [DocumentedResponse] = [
            DocumentedResponse("200", "The film", in: ["application/json"], of: FilmItem.self),
            DocumentedResponse("404", "No such film", in: ["application/json"], of: Trouble.self),
        ]

        enum Failure: ForeignProblem {
            /// No such film.
            case notFound(Trouble?)

            static let responses: [ForeignResponse<Failure>] = [
                ForeignResponse(404, "No such film", Failure.notFound)
            ]
        }

        @Path var filmId: Int
    }

    /// A film.
    struct FilmItem: SchemaModel {
        static var schemaName: String? { "film-item" }
        /// The title as it is shown.
        ///
        /// At most 255 characters.
        var title: String
        var released: Date?
        @OrNull var rentedBy: String?
        @Indirect var remakeOf: FilmItem? = nil
        var medium: Medium?

        indirect enum Medium: SchemaUnion, InlineModel {
            case disc(Disc)
            case tape(Tape)

            static let discriminator: String? = "kind"
            static let choices: [SchemaChoice<Medium>] = [
                SchemaChoice(Medium.disc, for: ["Disc"]),
                SchemaChoice(Medium.tape, for: ["Tape"]),
            ]

            var value: any Codable & Sendable {
                switch self {
                case .disc(let value): value
                case .tape(let value): value
                }
            }
        }
    }

    struct Disc: SchemaModel {
        var kind: String
        var layers: Int?
    }

    struct Tape: SchemaModel {
        var kind: String
        var minutes: Int?
    }

    struct Trouble: SchemaModel {
        var message: String
    }

    /// A caller with credentials: key.
    struct Key: Caller {
        typealias Credentials = APIKeyCredentials<KeyPlace>
        static var realm: String { "Film Library" }
    }

    /// A part of the credentials of callers.
    enum KeyPlace: APIKeyPlace {
        static var place: APIKeyLocation { .field("X-Key") }
    }
}

// MARK: - Calling

let library = StubTransport()
library.on(FilmLibrary.ShowFilm.self) { call throws(FilmLibrary.ShowFilm.Failure) in
    guard call.filmId == 7 else { throw .notFound(nil) }
    return FilmLibrary.FilmItem(title: "Alien", rentedBy: nil)
}
let client = try Client(base: FilmLibrary.address, transport: library) {
    $0.credentials = APIKeyCredentials<FilmLibrary.KeyPlace>(key: "demo")
}

func show(_ id: Int) async throws {
    do throws(CallError<FilmLibrary.ShowFilm.Failure>) {
        let film = try await client.send(FilmLibrary.ShowFilm(filmId: id))
        print(film.title, film.rentedBy ?? "nobody")
    } catch {
        switch error.failure {
        case .notFound(let trouble): print(trouble?.message ?? "not found")
        case nil: print(error)
        }
    }
}
// Alien nobody
try await show(7)
// not found
try await show(8)
