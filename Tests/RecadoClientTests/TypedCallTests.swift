// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Calls of declared endpoints` {
    @Test
    func `an endpoint is sent as a request, and the response read as its output`() async throws {
        let stub = StubTransport(json: #"{"id":7,"title":"Up"}"#)
        let film = try await Client(stub).send(RentFilm(id: 7, days: 3))
        #expect(film == Film(id: 7, title: "Up"))
        let request = try #require(stub.sent.first)
        #expect(request.method == .put)
        #expect(request.target == "/videoclub/catalog/7/rent?days=3")
        #expect(request.fields[.accept] == "application/json")
    }

    @Test
    func `a reply contains status, header fields, links and duration`() async throws {
        let stub = StubTransport(
            .ok,
            [.contentType: "application/json", .link: "</c?page=2>; rel=next", .totalCount: "9"],
            #"[{"id":7,"title":"Up"}]"#
        )
        let reply = try await Client(stub).response(to: ListFilms(search: "a b"))
        #expect(reply.status == .ok)
        #expect(reply.output.elements.count == 1)
        #expect(reply.output.total == 9)
        #expect(reply.output.links["next"] == "/c?page=2")
        #expect(reply.fields[.totalCount] == "9")
        #expect(reply.duration > .zero)
        #expect(stub.sent.first?.target == "/videoclub/catalog?search=a%20b")
    }

    @Test
    func `an endpoint without output accepts an empty response`() async throws {
        let stub = StubTransport(.noContent)
        _ = try await Client(stub).send(AddFilm(film: Film(id: 7, title: "Up")))
        let request = try #require(stub.sent.first)
        #expect(request.content.bytes == Array(#"{"id":7,"title":"Up"}"#.utf8))
    }

    private struct PayInvoice: Endpoint {
        static let route: Route = "POST /invoices/{id}/payments"
        static let idempotencyKeys = IdempotencyKeys.required
        typealias Output = NoContent
        @Path var id: Int
    }

    @Test
    func `each call of an endpoint with required idempotency keys has its own key`() async throws {
        let stub = StubTransport(.noContent)
        let client = try Client(stub)
        for _ in 1...2 { _ = try await client.send(PayInvoice(id: 7)) }
        _ = try await client.send(
            PayInvoice(id: 7),
            with: CallOptions(fields: [.idempotencyKey: "\"mine\""])
        )
        let keys = stub.sent.compactMap { $0.fields[.idempotencyKey] }
        #expect(keys.count == 3)
        #expect(Set(keys).count == 3)
        #expect(keys.last == "\"mine\"")
    }

    // MARK: - Failures

    private func problem(_ status: Status, _ type: String) -> StubTransport {
        let json = #"{"type":"\#(type)","title":"T","status":\#(status.code)}"#
        return StubTransport(status, [.contentType: "application/problem+json"], json)
    }

    @Test
    func `a declared failure is caught by a catch pattern`() async throws {
        let client = try Client(problem(.conflict, "https://example.org/problems#already-rented"))
        do {
            _ = try await client.send(RentFilm(id: 7))
            Issue.record("nothing was thrown")
        } catch .failed(.notOwner) {
            Issue.record("the wrong failure was caught")
        } catch .failed(.alreadyRented) {
            // This is the expected failure.
        } catch {
            Issue.record(error)
        }
    }

    @Test
    func `a declared failure matches in switch, if and guard`() async throws {
        let client = try Client(problem(.conflict, "#already-rented"))
        let error = await callError { () throws(CallError<RentFilm.Failure>) in
            _ = try await client.send(RentFilm(id: 7))
        }
        let caught = try #require(error)
        #expect(caught.failure == .alreadyRented)
        #expect(caught.kind == .failed)
        #expect(caught.problem?.title == "T")
        switch caught {
        case .failed(.notOwner), .timedOut, .refused: Issue.record("the wrong case")
        case .failed(.alreadyRented): break
        default: Issue.record("no case")
        }
        if case .failed(.notOwner) = caught { Issue.record("the wrong case") }
        guard case .failed(.alreadyRented) = caught else {
            Issue.record("no case")
            return
        }
    }

    @Test(arguments: [
        (Status.conflict, "#unknown"), (.notFound, "#already-rented"), (.conflict, "about:blank"),
    ])
    func `an undeclared problem is thrown with kind refused`(
        status: Status,
        type: String
    ) async throws {
        let client = try Client(problem(status, type))
        do {
            _ = try await client.send(RentFilm(id: 7))
        } catch .failed(.alreadyRented) {
            Issue.record("the wrong failure was caught")
        } catch .refused(.badGateway) {
            Issue.record("the wrong status was caught")
        } catch .refused {
            #expect(error(status).status == status)
        } catch {
            Issue.record(error)
        }
    }

    private func error(_ status: Status) -> CallError<Never> { .refused(status) }

    @Test
    func `a catch pattern also matches a failure thrown by a mock`() async throws {
        func mock() throws(CallError<RentFilm.Failure>) -> Film { throw .failed(.notOwner) }
        do {
            _ = try mock()
            Issue.record("nothing was thrown")
        } catch .failed(.notOwner) {
            // This is the expected failure.
        } catch {
            Issue.record(error)
        }
        let thrown: CallError<RentFilm.Failure> = .failed(.notOwner)
        #expect(thrown.status == .forbidden)
        #expect(thrown.description == "403 notOwner")
        #expect(thrown.problem?.type == "#not-owner")
        #expect(thrown.curl.isEmpty)
    }

    @Test
    func `an invalid path parameter fails before a request is sent`() async throws {
        struct Show: Endpoint {
            static let route: Route = "GET /films/{name}"
            typealias Output = Film
            @Path var name: String
        }
        let stub = StubTransport(json: "{}")
        let client = try Client(stub)
        let error = await callError { () throws(CallError<Never>) in
            _ = try await client.send(Show(name: ".."))
        }
        #expect(error?.kind == .invalid)
        #expect(stub.sent.isEmpty)
    }

    // MARK: - Credentials and options

    @Test
    func `endpoints without authentication get only credentials of call options`() async throws {
        let stub = StubTransport(.noContent)
        let ana = try BasicCredentials(user: "ana", password: "hunter2")
        let bob = try BasicCredentials(user: "bob", password: "hunter3")
        let client = try Client(stub) { $0.credentials = ana }
        let film = Film(id: 1, title: "Up")
        _ = try await client.send(AddFilm(film: film))
        _ = try? await client.send(ListFilms())
        try await client.get("films")
        _ = try await client.send(AddFilm(film: film), with: CallOptions(credentials: bob))
        _ = try? await client.send(ListFilms(), with: CallOptions(credentials: bob))
        let sent = stub.sent.map { $0.fields[.authorization] }
        #expect(
            sent == [
                ana.authorization, nil, ana.authorization, bob.authorization, bob.authorization,
            ]
        )
    }

    @Test
    func `call options override the client's settings`() async throws {
        let stub = StubTransport(json: "1")
        let name: FieldName = "X-Tenant"
        let client = try Client(stub) {
            $0.timeouts = Timeouts(total: .seconds(9))
            $0.fields = [.userAgent: "Videoclub/1", name: "a", name: "b"]
        }
        try await client.get("x")
        let options = CallOptions(
            timeouts: Timeouts(total: .seconds(1)),
            fields: [name: "c", .accept: "a/b"]
        )
        try await client.get("x", with: options)
        #expect(stub.sent[0].fields[values: name] == ["a", "b"])
        #expect(stub.sent[0].fields[.userAgent] == "Videoclub/1")
        #expect(stub.sent[1].fields[values: name] == ["c"])
        #expect(stub.sent[1].fields[values: .accept] == ["a/b"])
        #expect(stub.sentTimeouts.map(\.total) == [.seconds(9), .seconds(1)])
    }

    @Test
    func `a copy with changed settings leaves the original client unchanged`() throws {
        let client = try Client(StubTransport(json: "1"))
        let other = client.with { $0.contentLimit = 1 }
        #expect(client.settings.contentLimit == 64 << 20)
        #expect(other.settings.contentLimit == 1)
    }

    @Test(arguments: ["ftp://example.org", "example.org", "https://u:p@example.org", ""])
    func `a base URI of an unsupported scheme or with user information is refused`(text: String) {
        #expect(throws: URIError.self) {
            try Client(base: text, transport: StubTransport(json: "1"))
        }
    }
}

extension FieldName {
    fileprivate static let totalCount = FieldName(known: "X-Total-Count")
}
