// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoAuthentication
import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

/// All layers of middleware over one transport, in the order in which clients assemble them.
@Suite(.timeLimit(.minutes(1)))
struct `Combined client middleware` {
    /// `{"id":7,"title":"El Camión"}` in raw deflate.
    static let film = "q1bKTFGyMtdRKsksyUlVslJyzVFwTszNPLw5T6kWAA=="

    private func client(
        _ stub: StubTransport,
        _ configure: (inout ClientMiddleware) -> Void = { _ in }
    ) throws -> Client {
        try Client(base: "https://example.org", transport: stub, middleware: .standard(configure)) {
            $0.credentials = try? BasicCredentials(user: "ana", password: "hunter2")
        }
    }

    @Test
    func `a call passes through every middleware`() async throws {
        let film = try #require(Base64.decode(Self.film))
        let stub = StubTransport { request throws(TransportError) in
            if request.authority == "example.org" {
                let fields: Fields = [
                    .location: "https://cdn.example/7", .setCookie: "s=1; Secure",
                ]
                return Response(status: .temporaryRedirect, fields: fields)
            }
            let fields: Fields = [
                .contentType: "application/json", .contentEncoding: "deflate",
                .cacheControl: "max-age=3600", .setCookie: "c=2; Path=/",
            ]
            return Response(status: .ok, fields: fields, content: Content(film))
        }
        let member = try BasicCredentials(user: "ana", password: "hunter2")
        let client = try client(stub) {
            $0.cache = CachePolicy()
            $0.sharedResponses = 1 << 20
            $0.callsPerHost = 2
            $0.rateLimit = RateLimit(1_000, per: .seconds(1))
            $0.authentication = .challenges(.constant(member))
            $0.signing = SigningPolicy { $0.fields["X-Signed"] = $0.fields[.acceptEncoding] ?? "-" }
        }
        for _ in 1...2 {
            let film: Film = try await client.get("films/7")
            #expect(film == Film(id: 7, title: "El Camión"))
        }
        let places = stub.sent.map { $0.authority }
        #expect(places == ["example.org", "cdn.example", "example.org"])
        #expect(stub.sent.map { $0.fields.contains(.authorization) } == [true, false, true])
        #expect(stub.sent.map { $0.fields[.cookie] } == [nil, nil, "s=1"])
        #expect(stub.sent.allSatisfy { $0.fields.contains(.acceptEncoding) })
        #expect(stub.sent.allSatisfy { $0.fields["X-Signed"] != nil })
        #expect(client.middleware.cookies?.cookies.map(\.name) == ["s", "c"])
    }

    @Test
    func `middleware errors become call errors without secrets`() async throws {
        let answers: [(Response, CallErrorKind)] = [
            (
                Response(status: .found, fields: [.location: "http://example.org/?hunter2"]),
                .unreachable
            ),
            (Response(status: .ok, fields: [.contentEncoding: "zstd"]), .unreadable),
            (
                Response(
                    status: .ok,
                    fields: [.contentEncoding: "gzip", .contentType: "application/json"],
                    content: Content("hunter2")
                ), .unreadable
            ),
        ]
        for (answer, kind) in answers {
            let client = try client(StubTransport { _ throws(TransportError) in answer })
            let error = await callError { () throws(CallError<Never>) in
                try await client.get("films/7")
            }
            #expect(error?.kind == kind)
            #expect(error?.transportError != nil)
            #expect(!String(reflecting: try #require(error)).contains("hunter2"))
        }
    }

    @Test
    func `perCall middleware sees a call once, perAttempt middleware each attempt`() async throws {
        let answers = Mutex([Status.serviceUnavailable, .badGateway])
        let stub = StubTransport { _ throws(TransportError) in
            if let status = answers.withLock({ $0.popLast() }) { return Response(status: status) }
            return Response(
                status: .ok,
                fields: [.contentType: "application/json"],
                content: Content(#"{"id":7,"title":"Camino"}"#)
            )
        }
        let (calls, attempts) = (Sightings(), Sightings())
        let client = try client(stub) {
            $0.retry?.firstDelay = .zero
            $0.perCall.append { Watching(base: $0, sightings: calls) }
            $0.perAttempt.append { Watching(base: $0, sightings: attempts) }
        }
        let film: Film = try await client.get("films/7")
        #expect(film.title == "Camino")
        #expect(calls.count == 1)
        #expect(attempts.count == 3)
    }

    @Test
    func `a client with changed middleware keeps the cookie jar and the transport`() async throws {
        let stub = StubTransport(.noContent, [.setCookie: "s=1; Secure"])
        let client = try client(stub)
        let _: NoContent = try await client.get("login")
        let hasty = client.withMiddleware { $0.retry = nil }
        let _: NoContent = try await hasty.get("films")
        #expect(stub.sent.map { $0.fields[.cookie] } == [nil, "s=1"])
        #expect(stub.sent.allSatisfy { $0.fields.contains(.authorization) })
        let stranger = try self.client(stub)
        let _: NoContent = try await stranger.get("films")
        #expect(stub.sent.last?.fields.contains(.cookie) == false)
    }

    @Test
    func `without middleware the transport gets the request unchanged`() async throws {
        let stub = StubTransport(.found, [.location: "https://example.org/2"])
        let client = try Client(base: "http://example.org", transport: stub, middleware: .none)
        let answer = try await client.transport.send(Request(method: .get, uri: client.base))
        #expect(answer.status == .found)
        #expect(stub.sent.count == 1)
        #expect(stub.sent.first?.fields.isEmpty == true)
    }
}

/// Counts how often something was seen.
private final class Sightings: Sendable {
    private let sightings = Mutex(0)
    var count: Int { sightings.withLock { $0 } }
    func note() { sightings.withLock { $0 += 1 } }
}

private struct Watching: Transport {
    let base: any Transport
    let sightings: Sightings

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        sightings.note()
        return try await base.send(request, timeouts: timeouts)
    }
}
