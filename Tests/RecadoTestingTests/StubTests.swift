// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Stubs` {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let pattern: RequestPattern
        let request: Request
        var parameters: [String: String]? = [:]
        var testDescription: String { name }
    }

    private static let json: Fields = [.contentType: "application/json"]

    static let cases = [
        Case(name: "a literal path", pattern: "GET /films/7", request: .club()),
        Case(name: "another path", pattern: "GET /films/8", request: .club(), parameters: nil),
        Case(name: "another method", pattern: "PUT /films/7", request: .club(), parameters: nil),
        Case(name: "any method", pattern: "* /films/7", request: .club(.delete)),
        Case(
            name: "a parameter, decoded",
            pattern: "GET /films/{title}",
            request: .club(.get, "/films/El%20Cami%C3%B3n"),
            parameters: ["title": "El Camión"]
        ),
        Case(
            name: "a parameter is one segment",
            pattern: "GET /films/{id}",
            request: .club(.get, "/films/7/rent"),
            parameters: nil
        ),
        Case(
            name: "a parameter is not empty",
            pattern: "GET /films/{id}",
            request: .club(.get, "/films/"),
            parameters: nil
        ),
        Case(name: "the rest", pattern: "GET /films/**", request: .club(.get, "/films/7/x/y")),
        Case(name: "a host", pattern: "GET https://EXAMPLE.org/films/7", request: .club()),
        Case(
            name: "another scheme",
            pattern: "GET http://example.org/films/7",
            request: .club(),
            parameters: nil
        ),
        Case(
            name: "a query among others",
            pattern: "GET /films?genre=drama&page={page}",
            request: .club(.get, "/films?x=&page=2&genre=comedy&genre=dr%61ma"),
            parameters: ["page": "2"]
        ),
        Case(
            name: "a query with another value",
            pattern: "GET /films?genre=drama",
            request: .club(.get, "/films?genre=comedy"),
            parameters: nil
        ),
        Case(
            name: "a field",
            pattern: RequestPattern("GET /films/7").field(.accept, "a/b").field("x-id"),
            request: .club(fields: [.accept: "c/d", .accept: "a/b", "X-Id": ""])
        ),
        Case(
            name: "JSON however it is written",
            pattern: RequestPattern("POST /films").json(Film.seven),
            request: .club(
                .post,
                "/films",
                fields: json,
                content: Content(#"{ "title": "El Cami\u00f3n", "id": 7 }"#)
            )
        ),
        Case(
            name: "other content",
            pattern: RequestPattern("POST /films").content("a"),
            request: .club(.post, "/films", content: Content("b")),
            parameters: nil
        ),
        Case(
            name: "anything else",
            pattern: RequestPattern("* /**").matching("even") { $0.text.count % 2 == 0 },
            request: .club(.post, content: Content("ab"))
        ),
        Case(name: "no pattern", pattern: "/films/7", request: .club(), parameters: nil),
    ]

    @Test(arguments: cases)
    func `a pattern matches by method, path, query, header fields and content`(
        example: Case
    ) async throws {
        let stub = StubTransport()
        let rule = stub.on(example.pattern, .status(.noContent))
        let answer = try? await stub.send(example.request)
        #expect(answer?.status == (example.parameters == nil ? nil : .noContent))
        #expect(rule.requests.first?.parameters == example.parameters)
        #expect(stub.unmatchedRequests.isEmpty == (example.parameters != nil))
    }

    @Test func `responses are returned in order, and the last one is repeated`() async throws {
        let stub = StubTransport()
        stub.on(
            "GET /films/7",
            .status(.serviceUnavailable),
            .error(.connectionLost),
            .json(Film.seven)
        )
        #expect(try await stub.send(.club()).status == .serviceUnavailable)
        #expect(await transportError { _ = try await stub.send(.club()) }?.kind == .connectionLost)
        for _ in 0..<2 {
            let (answer, text) = try await stub.fetch(.club())
            #expect(text == #"{"id":7,"title":"El Camión"}"#)
            #expect(answer.fields[.contentType] == "application/json")
            #expect(answer.fields[.contentLength] == "29")
        }
    }

    @Test func `the rule added last answers if several rules match`() async throws {
        let stub = StubTransport()
        stub.on("* /**", .status(.notFound))
        stub.on("GET /films/{id}") { request throws(TransportError) in
            Response(status: .ok, content: Content(request.parameters["id"] ?? ""))
        }
        #expect(try await stub.fetch(.club()).text == "7")
        #expect(try await stub.fetch(.club(.put)).answer.status == .notFound)
        #expect(try await stub.fetch(.club(.head, "/x")).answer.content.length == 0)
        #expect(stub.requests.map(\.request.method) == [.get, .put, .head])
        try stub.verify()
    }

    @Test func `the error for an unmatched request shows the nearest rules`() async throws {
        let stub = StubTransport()
        stub.on("GET /members/{id}", .status(.ok))
        stub.on("PUT /films/{id}/rent?days=3", .status(.ok))
        stub.on("POST /films", .status(.ok))
        let request = Request.club(.put, "/films/7/rent?days=4")
        let error = await transportError { _ = try await stub.send(request) }
        #expect(error?.kind == .failed)
        #expect(
            error?.detail == "no rule answers PUT https://example.org/films/7/rent?days=4; "
                + "nearest: PUT /films/{id}/rent?days=3: query days 4, expected 3"
        )
        let unmet = #expect(throws: UnmetStubs.self) { try stub.verify() }
        #expect(unmet?.unused.count == 3)
        let text = unmet?.unmatched.first?.description ?? ""
        #expect(text.split(separator: "\n").count == 9)
        #expect(text.contains("nearest: POST /films\n  method PUT, expected POST\n"))
    }

    @Test func `different content is shown by its first different line`() async throws {
        let stub = StubTransport()
        stub.on(RequestPattern("POST /films").json(Film.seven), .status(.created))
        let content = Content(#"{"id":7,"title":"The Truck"}"#)
        let error = await transportError {
            _ = try await stub.send(.club(.post, "/films", content: content))
        }
        #expect(error?.detail.contains(#"line 3: “  "title": "The Truck"”, expected"#) == true)
    }

    @Test func `a problem response contains the invalid inputs`() async throws {
        let stub = StubTransport()
        let year = InputError(at: .content("/year"), code: "pattern", detail: "Expected a year.")
        stub.on(
            "POST /films",
            .problem(ProblemDetails(status: .unprocessableContent, errors: [year]))
        )
        let client = try Client(base: "https://example.org", transport: stub)
        do throws(CallError<Never>) {
            _ = try await client.post("films", ["year": "abcd"])
            Issue.record("it was not refused")
        } catch {
            #expect(error.status == .unprocessableContent)
            #expect(error.problem?.errors == [year])
        }
    }

    @Test func `delays and timeouts follow the virtual clock`() async throws {
        let clock = VirtualClock(jumps: true)
        let stub = StubTransport(clock: clock)
        stub.on("* /**", .text("late").after(.seconds(50)))
        #expect(try await stub.fetch(.club()).text == "late")
        #expect(clock.now.offset == .seconds(50))
        for timeouts in [Timeouts(idle: .seconds(20)), Timeouts(idle: nil, total: .seconds(20))] {
            let error = await transportError {
                _ = try await stub.send(.club(), timeouts: timeouts)
            }
            #expect(error?.kind == .timedOut(.waiting))
        }
        #expect(clock.now.offset == .seconds(90))
    }

    @Test func `cancelling a delayed call ends it`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport(clock: clock)
        stub.on("* /**", .status(.ok).after(.seconds(1)))
        let call = Task { await transportError { _ = try await stub.send(.club()) } }
        await clock.sleepers(1)
        call.cancel()
        #expect(await call.value?.kind == .cancelled)
    }

    @Test func `request content that fails or has the wrong length is an error`() async throws {
        let stub = StubTransport()
        stub.on("* /**", .status(.ok))
        let sources = [
            PieceSource([[1]], failure: ContentTooLarge(limit: 1)), PieceSource([[1]], length: 2),
        ]
        for source in sources {
            let error = await transportError {
                _ = try await stub.send(.club(.post, content: Content(reading: source)))
            }
            #expect(error?.kind == .contentFailed)
        }
    }

    @Test func `a missing response file is an error`() async throws {
        let stub = StubTransport()
        stub.on("* /**", .file("/nowhere/film.json"))
        let error = await transportError { _ = try await stub.send(.club()) }
        #expect(error?.kind == .failed)
        #expect(error?.detail == "the stub's file is missing")
    }

    // MARK: - Declared endpoints

    private static func client(_ stub: StubTransport) throws -> Client {
        try Client(base: "https://example.org/club/v1", transport: stub) {
            $0.credentials = try? BasicCredentials(user: "ana", password: "pass")
        }
    }

    @Test func `a stub of an endpoint validates and authenticates like a server`() async throws {
        let stub = StubTransport()
        let rule = stub.on(RentFilm.self) { call throws(RentFilm.Failure) in
            guard call.id == 7 else { throw .alreadyRented }
            return Film(id: 7, title: "\(call.days?.wrappedValue ?? 0)")
        }
        let client = try Self.client(stub)
        #expect(try await client.send(RentFilm(id: 7, days: 3)).title == "3")
        let error = await #expect(throws: CallError<RentFilm.Failure>.self) {
            try await client.send(RentFilm(id: 8))
        }
        #expect(error?.failure == .alreadyRented)
        #expect(rule.count == 2)
        // The stub refuses these requests as a server would; a typed client cannot even send them.
        let target = "/club/v1/films/7/rent"
        let invalid = try await stub.send(
            .club(.put, target + "?days=90", fields: [.authorization: "Basic YTpi"])
        )
        #expect(invalid.status == .unprocessableContent)
        let stranger = try await stub.send(.club(.put, target))
        #expect(stranger.status == .unauthorized)
        #expect(stranger.fields[.wwwAuthenticate]?.contains(#"realm="Club""#) == true)
    }

    @Test func `a stub of an endpoint answers in the requested format`() async throws {
        let stub = StubTransport()
        stub.on(ListFilms.self) { call in
            Page([Film.seven], number: call.page ?? 1, limit: 1, total: 3)
        }
        let client = try Self.client(stub)
        let page = try await client.send(ListFilms(page: 2), with: CallOptions(format: .xml))
        #expect(page.elements == [.seven])
        #expect(page.links["next"] == "/club/v1/films?page=3")
        let type = try await stub.send(.club(.head, "/films.xml")).fields[.contentType]
        #expect(type == "application/xml")
    }

    @Test func `a stub of an endpoint can have a fixed output or failure`() async throws {
        let stub = StubTransport()
        stub.on(RentFilm.self, answer: .seven)
        let client = try Self.client(stub)
        #expect(try await client.send(RentFilm(id: 1)) == .seven)
        stub.on(RentFilm.self, failure: .alreadyRented)
        let error = await #expect(throws: CallError<RentFilm.Failure>.self) {
            try await client.send(RentFilm(id: 1))
        }
        #expect(error?.failure == .alreadyRented)
    }

    private struct EditNote: Endpoint {
        static let route: Route = "PUT /notes/{id}/feed.json"
        static let preconditions = Preconditions.required
        @Path var id: Int
        @Body var text: String
        typealias Output = String
    }

    @Test func `a stub of an endpoint checks formats but needs no precondition`() async throws {
        let stub = StubTransport()
        stub.on(EditNote.self) { (call: EditNote) in call.text }
        let path = "/club/v1/notes/7/feed.json"
        let fields: Fields = [.contentType: "application/json"]
        func send(_ path: String, _ fields: Fields) async throws -> Response {
            var request = Request.club(.put, path, fields: fields)
            request.content = Content("\"a\"")
            return try await stub.send(request)
        }
        #expect(try await send(path, fields).content.bytes == Array("\"a\"".utf8))
        #expect(try await send(path + ".json", fields).status == .ok)
        #expect(try await send(path + ".csv", fields).status == .notAcceptable)
        var coded = fields
        coded[.contentEncoding] = "gzip"
        #expect(try await send(path, coded).status == .unsupportedMediaType)
        #expect(try await send(path, [:]).status == .unsupportedMediaType)
    }
}
