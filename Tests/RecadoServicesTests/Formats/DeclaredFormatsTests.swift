// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices
import Testing

/// Each service answers in every format that it declares, and its model can read the response.
@Suite(.timeLimit(.minutes(3)))
struct `Declared formats` {
    /// The ways to ask a service for a format.
    enum Choice: Sendable {
        /// By the Accept field.
        case accept
        /// By the ending of the path.
        case ending
        /// By a parameter of the query.
        case parameter(String)

        func request(_ target: String, _ format: Format) -> Request {
            var target = target
            var fields = Fields()
            switch self {
            case .accept: fields[.accept] = format.mediaType.description
            case .ending: target += "." + format.pathExtension
            case .parameter(let name): target += "&\(name)=\(format.pathExtension)"
            }
            return Request(method: .get, authority: "a.example", target: target, fields: fields)
        }
    }

    /// Requests every format, and returns those that could be read, and the errors of the others.
    private static func read<E: Endpoint>(
        _ endpoint: E.Type,
        _ target: String,
        _ choice: Choice,
        in application: Application
    ) async throws -> [String] {
        var read: [String] = []
        for format in E.formats.forAnswers {
            let request = choice.request(target, format)
            let response = await application.respond(to: request)
            #expect(response.status == .ok, "\(request.target)")
            let type = response.fields[.contentType].flatMap { MediaType($0) }
            let isDeclared = format.accepted.contains { $0.essence == type?.essence }
            #expect(isDeclared, "\(request.target) is \(type?.essence ?? "of no type")")
            let bytes = try await response.content.collect(upTo: 1 << 20)
            _ = try format.decode(E.Output.self, from: bytes, mediaType: type)
            read.append(format.pathExtension)
        }
        return read
    }

    @Test func `the videoclub and the posts select the format by the Accept field`() async throws {
        try await Club.open { club in
            let films = try await Self.read(
                ListFilms.self,
                Club.catalog,
                .accept,
                in: club.application
            )
            let film = try await Self.read(
                ShowFilm.self,
                Club.catalog + "/7",
                .accept,
                in: club.application
            )
            #expect(films == ["json", "xml", "jsonapi"] && film == films)
        }
        try await Blog.open { blog in
            let id = try await blog.write("Hola")
            let application = blog.stand.application
            let posts = try await Self.read(ListPosts.self, Blog.path, .accept, in: application)
            let post = try await Self.read(
                ShowPost.self,
                "\(Blog.path)/\(id)",
                .accept,
                in: application
            )
            #expect(posts == ["json", "xml"] && post == posts)
        }
    }

    @Test func `the scores select the format by the extension of the path`() async throws {
        try await Board.open { board in
            let json = #"{"score":{"name":"Nuria","total":2}}"#
            _ = try await board.send(.post, "/scores.json", json, as: "application/json")
            let application = board.application
            for read in [
                try await Self.read(ListScores.self, "/scores", .ending, in: application),
                try await Self.read(TopScores.self, "/scores/top3", .ending, in: application),
                try await Self.read(ShowScore.self, "/scores/1", .ending, in: application),
            ] { #expect(read == ["json", "xml"]) }
        }
    }

    @Test func `the other services select the format by a query parameter`() async throws {
        let application = try Application([
            WeatherService().service, FilmDatabaseService().service, PlaygroundService().service,
        ])
        for read in [
            try await Self.read(
                CurrentWeather.self,
                "/data/2.5/weather?q=Alicante&appid=k",
                .parameter("mode"),
                in: application
            ),
            try await Self.read(
                SearchTitles.self,
                "/omdb/?t=godfather&apikey=k",
                .parameter("r"),
                in: application
            ),
            try await Self.read(
                SearchTitles.self,
                "/omdb/?s=godfather&apikey=k",
                .parameter("r"),
                in: application
            ),
            try await Self.read(
                SimulateUser.self,
                "/playground/user?shape=user",
                .parameter("format"),
                in: application
            ),
        ] { #expect(read == ["json", "xml"]) }
    }
}
