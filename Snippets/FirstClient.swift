// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Written by recado describe swift --openapi.

import Foundation
import Recado
import RecadoTesting

/// Film database.
///
/// Films and series by title, number at IMDb and words of titles, in JSON and XML, in the manner of OMDb. What is
/// not found is told with 200 and Response "False".
///
/// It answers at /omdb.
enum FilmDatabase {
    /// The address to call.
    static let address = "/omdb"

    /// The service as a whole, for documents, servers and stand-ins.
    static let api = API(
        name: "film-database",
        title: "Film database",
        version: "1.0.0",
        prefix: "/omdb",
        about:
            "Films and series by title, number at IMDb and words of titles, in JSON and XML, in the manner of OMDb. What is not found is told with 200 and Response \"False\".",
        endpoints: [
            Search.self
        ]
    )

    /// Finds films and series.
    struct Search: Endpoint {
        static let route: Route = "GET /"
        static let about = About(
            "Finds films and series.",
            detail:
                "A number (i) or a title (t) finds one; words (s) list ten on a page. The first of i, t and s that is there counts.",
            tags: ["films"]
        )
        static let responseFormats: [Format] = [.json, .xml(as: "text/xml")]
        typealias Output = OutputContent
        static let documentedResponses: [DocumentedResponse] = [
            DocumentedResponse(
                "200",
                "A title, a list, or that there is nothing",
                in: ["application/json"],
                of: OutputContent.self
            ),
            DocumentedResponse(
                "200",
                "A title, a list, or that there is nothing",
                in: ["text/xml"],
                of: Value.self
            ),
            DocumentedResponse(
                "200",
                "A title, a list, or that there is nothing",
                in: ["application/javascript"],
                of: String.self
            ),
            DocumentedResponse(
                "401",
                "The key is missing or not known",
                in: ["application/json"],
                of: UnauthorizedContent.self
            ),
            DocumentedResponse(
                "401",
                "The key is missing or not known",
                in: ["text/xml"],
                of: Value.self
            ),
            DocumentedResponse(
                "default",
                "Any other refusal",
                in: ["application/json"],
                of: OtherContent.self
            ),
            DocumentedResponse("default", "Any other refusal", in: ["text/xml"], of: Value.self),
        ]

        enum Failure: ForeignProblem {
            /// The key is missing or not known.
            case unauthorized(UnauthorizedContent?)
            /// Any other refusal.
            case other(Status, OtherContent?)

            static let responses: [ForeignResponse<Failure>] = [
                ForeignResponse(401, "The key is missing or not known", Failure.unauthorized),
                ForeignResponse("default", "Any other refusal", Failure.other),
            ]
        }

        @Query var s: String? = nil
        @Query var t: String? = nil
        @Query var i: String? = nil
        @Query var y: String? = nil
        @Query var type: String? = nil
        @Query var plot: String? = nil
        @Query var r: String? = nil
        @Query var page: String? = nil
        @Query var callback: String? = nil
        @Query var v: String? = nil
        @Query var apikey: String? = nil

        indirect enum OutputContent: SchemaUnion, InlineModel {
            case found(Found)
            case titleList(TitleList)
            case nothing(Nothing)

            static let choices: [SchemaChoice<OutputContent>] = [
                SchemaChoice(OutputContent.titleList),
                SchemaChoice(OutputContent.found),
                SchemaChoice(OutputContent.nothing),
            ]

            var value: any Codable & Sendable {
                switch self {
                case .found(let value): value
                case .titleList(let value): value
                case .nothing(let value): value
                }
            }

            /// Found.
            struct Found: InlineModel {
                var title: String
                var year: String?
                var rated: String?
                var released: String?
                var runtime: String?
                var genre: String?
                var director: String?
                var writer: String?
                var actors: String?
                var plot: String?
                var language: String?
                var country: String?
                var awards: String?
                var poster: String?
                var metascore: String?
                var imdbRating: String?
                var imdbVotes: String?
                var imdbID: String?
                var type: String?
                var dvd: String?
                var boxOffice: String?
                var production: String?
                var website: String?
                var totalSeasons: String?
                var ratings: [Rating]?
                var response: Response

                enum CodingKeys: String, CodingKey {
                    case title = "Title"
                    case year = "Year"
                    case rated = "Rated"
                    case released = "Released"
                    case runtime = "Runtime"
                    case genre = "Genre"
                    case director = "Director"
                    case writer = "Writer"
                    case actors = "Actors"
                    case plot = "Plot"
                    case language = "Language"
                    case country = "Country"
                    case awards = "Awards"
                    case poster = "Poster"
                    case metascore = "Metascore"
                    case imdbRating
                    case imdbVotes
                    case imdbID
                    case type = "Type"
                    case dvd = "DVD"
                    case boxOffice = "BoxOffice"
                    case production = "Production"
                    case website = "Website"
                    case totalSeasons
                    case ratings = "Ratings"
                    case response = "Response"
                }

                /// Rating.
                struct Rating: InlineModel {
                    var source: String
                    var value: String

                    enum CodingKeys: String, CodingKey {
                        case source = "Source"
                        case value = "Value"
                    }
                }

                enum Response: String, Codable, CaseIterable, Sendable {
                    case `true` = "True"
                }
            }

            /// Title list.
            struct TitleList: InlineModel {
                var search: [SearchItem]
                var totalResults: String
                var response: Response

                enum CodingKeys: String, CodingKey {
                    case search = "Search"
                    case totalResults
                    case response = "Response"
                }

                /// Entry.
                struct SearchItem: InlineModel {
                    var title: String
                    var year: String
                    var imdbID: String
                    var type: String
                    var poster: String?

                    enum CodingKeys: String, CodingKey {
                        case title = "Title"
                        case year = "Year"
                        case imdbID
                        case type = "Type"
                        case poster = "Poster"
                    }
                }

                enum Response: String, Codable, CaseIterable, Sendable {
                    case `true` = "True"
                }
            }

            /// Nothing.
            struct Nothing: InlineModel {
                var response: Response
                var error: String

                enum CodingKeys: String, CodingKey {
                    case response = "Response"
                    case error = "Error"
                }

                enum Response: String, Codable, CaseIterable, Sendable {
                    case `false` = "False"
                }
            }
        }

        struct UnauthorizedContent: InlineModel {
            var response: Response
            var error: String

            enum CodingKeys: String, CodingKey {
                case response = "Response"
                case error = "Error"
            }

            enum Response: String, Codable, CaseIterable, Sendable {
                case `false` = "False"
            }
        }

        struct OtherContent: InlineModel {
            var response: Response
            var error: String

            enum CodingKeys: String, CodingKey {
                case response = "Response"
                case error = "Error"
            }

            enum Response: String, Codable, CaseIterable, Sendable {
                case `false` = "False"
            }
        }
    }

    /// Problem details (RFC 9457).
    ///
    /// In XML called problem, in urn:ietf:rfc:7807.
    struct ProblemModel: SchemaModel {
        static var schemaName: String? { "Problem" }
        /// A text of the format uri-reference.
        var type: String
        var title: String
        /// At least 400.
        ///
        /// At most 599.
        var status: Int
        var detail: String?
        /// A text of the format uri-reference.
        var instance: String?
        /// Every input that was refused.
        ///
        /// In XML wrapped in an element.
        var errors: [ProblemModelError]?

        struct ProblemModelError: InlineModel {
            /// A text of the format json-pointer.
            var pointer: String?
            var parameter: String?
            var header: String?
            var code: String
            var detail: String
        }
    }
}

// MARK: - Calling

/// The titles that have a word, and the year of each.
func titles(with word: String, _ client: Client) async throws -> [String] {
    let answer = try await client.send(FilmDatabase.Search(s: word, apikey: "demo"))
    return switch answer {
    case .titleList(let list): list.search.map { "\($0.title) (\($0.year))" }
    case .found(let film): [film.title]
    case .nothing: []
    }
}

/// Says why a call has failed.
func explain(_ client: Client) async {
    do throws(CallError<FilmDatabase.Search.Failure>) {
        _ = try await client.send(FilmDatabase.Search(t: "Jaws"))
    } catch {
        switch error.failure {
        case .unauthorized(let content): print(content?.error ?? "not authorized")
        case .other(let status, _): print(status)
        case nil: print(error)
        }
    }
}

// MARK: - A test of it

/// Returns the titles of a stub's films; no network is needed.
func titlesOfAStandIn() async throws -> [String] {
    let stub = StubTransport()
    stub.on(FilmDatabase.Search.self) { call throws(FilmDatabase.Search.Failure) in
        typealias Answer = FilmDatabase.Search.OutputContent
        guard call.s == "jaws" else {
            return .nothing(Answer.Nothing(response: .false, error: "Movie not found!"))
        }
        let jaws = Answer.TitleList.SearchItem(
            title: "Jaws",
            year: "1975",
            imdbID: "tt0073195",
            type: "movie",
            poster: nil
        )
        return .titleList(.init(search: [jaws], totalResults: "1", response: .true))
    }
    let client = try Client(base: "https://films.example", transport: stub)
    return try await titles(with: "jaws", client)
}

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"
let client = try Client(base: server + FilmDatabase.address)
print(try await titles(with: "godfather", client))
await explain(client)
print(try await titlesOfAStandIn())
