// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Values passed in process without encoding` {
    /// A value with a note that is not encoded, and so is lost over a network.
    struct Film: Codable, Sendable {
        var title: String
        var note = "as read"

        enum CodingKeys: CodingKey { case title }
    }

    struct Title: Codable, Sendable, Equatable { var title: String }

    struct ShowFilm: Endpoint {
        static let route: Route = "GET /films/{id}"
        typealias Output = Film
        @Path var id: Int
    }

    struct ReplaceFilm: Endpoint {
        static let route: Route = "PUT /films/{id}"
        typealias Output = Film
        @Path var id: Int
    }

    struct ListFilms: Endpoint {
        static let route: Route = "GET /films"
        typealias Output = Page<Title>
        @Query var page: Int? = nil
    }

    struct ShowNumber: Endpoint {
        static let route: Route = "GET /number"
        typealias Output = Double
    }

    private static func client(
        handsValuesOver: Bool = true,
        through wrap: (InProcessTransport) -> any Transport = { $0 },
        configure: (inout Client.Settings) -> Void = { _ in }
    ) throws -> Client {
        var service = Service(
            API(
                name: "club",
                title: "Club",
                version: "1",
                endpoints: [
                    ShowFilm.self, ReplaceFilm.self, ListFilms.self, ShowNumber.self,
                ]
            )
        )
        service.serve { (call: ShowFilm) in Film(title: "\(call.id)", note: "as made") }
        service.serve { (call: ReplaceFilm) in Film(title: "\(call.id)", note: "as made") }
        service.serve { (call: ListFilms) in
            Page([Title(title: "A")], number: call.page ?? 1, limit: 1, total: 3)
        }
        service.serve { (_: ShowNumber) in Double.nan }
        return try Client(
            base: "http://localhost/club",
            transport: wrap(
                InProcessTransport(try Application([service]), handsValuesOver: handsValuesOver)
            ),
            configure: configure
        )
    }

    @Test func `an output reaches the client without being encoded`() async throws {
        let film = try await Self.client().send(ShowFilm(id: 7))
        #expect(film.title == "7")
        #expect(film.note == "as made")
    }

    @Test func `by default an output is encoded and decoded as over a network`() async throws {
        let film = try await Self.client(handsValuesOver: false).send(ShowFilm(id: 7))
        #expect(film.note == "as read")
    }

    @Test func `a whole reply has the same header fields as over a network`() async throws {
        let reply = try await Self.client().response(to: ShowFilm(id: 7))
        #expect(reply.output.note == "as read")
        let plain = try await Self.client(handsValuesOver: false).response(to: ShowFilm(id: 7))
        #expect(reply.fields[.eTag] != nil)
        #expect(reply.fields[.eTag] == plain.fields[.eTag])
        #expect(reply.fields[.contentLength] == plain.fields[.contentLength])
    }

    @Test func `the output of an unsafe request is encoded`() async throws {
        let film = try await Self.client().send(ReplaceFilm(id: 7))
        #expect(film.note == "as read")
    }

    @Test func `a page is passed with its total and its links`() async throws {
        let page = try await Self.client().send(ListFilms(page: 2))
        #expect(page.elements == [Title(title: "A")])
        #expect(page.total == 3)
        #expect(page.links["next"] == "/club/films?page=3")
        #expect(page.links["prev"] == "/club/films?page=1")
    }

    @Test func `an output is encoded if response rules need its content`() async throws {
        let changing = try Self.client(configure: {
            $0.responseRules.preprocessors = [.removing(prefix: "no such text")]
        })
        #expect(try await changing.send(ShowFilm(id: 7)).note == "as read")
        let rooted = CallOptions(responseRules: .root("title"))
        let error = await #expect(throws: CallError<Never>.self) {
            try await Self.client().send(ShowFilm(id: 7), with: rooted)
        }
        #expect(error?.kind == .unreadable)
    }

    @Test func `an output is encoded for middleware that reads the content`() async throws {
        struct Copying: Transport {
            let base: any Transport
            func send(
                _ request: Request,
                timeouts: Timeouts
            ) async throws(TransportError) -> Response {
                var response = try await base.send(request, timeouts: timeouts)
                do {
                    let bytes = try await response.content.collect(upTo: 1_000)
                    #expect(String(decoding: bytes, as: UTF8.self) == #"{"title":"7"}"#)
                    response.content = Content(bytes)
                } catch {
                    throw TransportError(.connectionLost, "\(error)")
                }
                return response
            }
        }
        let copying = try Self.client(through: { Copying(base: $0) })
        #expect(try await copying.send(ShowFilm(id: 7)).note == "as read")
    }

    @Test func `middleware that reads the content does not consume it`() async throws {
        let client = try Self.client(through: { transport in
            InterceptingTransport(transport) { request, next in
                let response = try await next(request)
                _ = try? await response.content.collect(upTo: 1_000)
                return response
            }
        })
        #expect(try await client.send(ShowFilm(id: 7)).title == "7")
    }

    @Test func `conditions of a request are evaluated`() async throws {
        let client = try Self.client()
        var options = CallOptions()
        options.fields[.ifMatch] = "\"other\""
        let condition = options
        let error = await #expect(throws: CallError<Never>.self) {
            try await client.send(ShowFilm(id: 7), with: condition)
        }
        #expect(error?.status == .preconditionFailed)
    }

    @Test func `a cached reply has an ETag after a call for the value alone`() async throws {
        let client = try Self.client().withMiddleware { $0.cache = CachePolicy() }
        #expect(try await client.send(ShowFilm(id: 7)).note == "as read")
        let reply = try await client.response(to: ShowFilm(id: 7))
        #expect(reply.fields[.eTag] != nil)
    }

    @Test func `a value that JSON cannot represent is an error only if encoded`() async throws {
        #expect(try await Self.client().send(ShowNumber()).isNaN)
        let reading = try Self.client(configure: {
            $0.responseRules.preprocessors = [.removing(prefix: "no such text")]
        })
        await #expect(throws: CallError<Never>.self) { try await reading.send(ShowNumber()) }
        let error = await #expect(throws: CallError<Never>.self) {
            try await Self.client(handsValuesOver: false).send(ShowNumber())
        }
        #expect(error?.status == .internalServerError)
    }

    @Test func `a 404 response is thrown as an error`() async throws {
        let error = await #expect(throws: CallError<Never>.self) {
            try await Self.client().get("club/nothing") as Title
        }
        #expect(error?.status == .notFound)
    }

    @Test func `a call with another output type decodes the content`() async throws {
        let title: Title = try await Self.client().get("films/7")
        #expect(title == Title(title: "7"))
    }
}
