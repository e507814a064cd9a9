// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoAuthentication
import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Interception of requests` {
    @Test
    func `an interception reads and changes requests and responses`() async throws {
        let stub = StubTransport(json: "1", .accepted)
        let seen = Mutex<[String]>([])
        let transport = InterceptingTransport(stub) { request, next in
            var request = request
            request.fields["X-Tenant"] = "videoclub"
            var answer = try await next(request)
            seen.withLock { $0.append("\(request.method) \(answer.status.code)") }
            answer.content = Content("2")
            return answer
        }
        let client = try Client(base: "https://example.org", transport: transport)
        #expect(try await client.get("films", as: Int.self) == 2)
        #expect(stub.sent.first?.fields["X-Tenant"] == "videoclub")
        #expect(seen.withLock { $0 } == ["GET 202"])
    }

    @Test
    func `an interception can repeat a request, answer it itself or throw`() async throws {
        let count = Mutex(0)
        let stub = StubTransport { _ throws(TransportError) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            let status: Status = number < 3 ? .serviceUnavailable : .ok
            return Response(status: status, content: Content("\(number)"))
        }
        let transport = InterceptingTransport(stub) { request, next in
            if request.path.hasSuffix("offline") { throw TransportError(.cannotConnect, "offline") }
            struct Locked: Error {}
            if request.path.hasSuffix("locked") { throw Locked() }
            if request.path.hasSuffix("ready") { return Response(status: .noContent) }
            for _ in 0..<5 {
                let answer = try await next(request, timeouts: Timeouts(total: .seconds(1)))
                if answer.status != .serviceUnavailable { return answer }
            }
            return Response(status: .gatewayTimeout)
        }
        let client = try Client(
            base: "https://example.org",
            transport: transport,
            middleware: .none
        )
        #expect(try await client.get("films", as: Int.self) == 3)
        #expect(stub.sentTimeouts.map(\.total) == Array(repeating: .seconds(1), count: 3))
        #expect(try await client.get("ready").isNull)
        let error = await callError { () throws(CallError<Never>) in
            try await client.get("offline")
        }
        #expect(error?.kind == .unreachable)
        #expect(error?.transportError?.detail == "offline")
        let locked = await callError { () throws(CallError<Never>) in
            try await client.get("locked")
        }
        #expect(locked?.transportError?.detail == "an interception threw Locked")
    }

    /// An expired token is refreshed once, and the call that was refused for it is sent again.
    @Test
    func `an expired token is refreshed once for four concurrent calls`() async throws {
        let refreshes = Mutex(0)
        let stub = StubTransport { request throws(TransportError) in
            if request.path == "/token" {
                refreshes.withLock { $0 += 1 }
                return Response(
                    status: .ok,
                    fields: [.contentType: "application/json"],
                    content: Content(#"{"token":"fresh"}"#)
                )
            }
            guard request.fields[.authorization] == "Bearer fresh" else {
                return Response(
                    status: .unauthorized,
                    fields: [.wwwAuthenticate: #"Bearer error="invalid_token""#]
                )
            }
            return Response(status: .ok, content: Content("[1]"))
        }
        struct Grant: Decodable { var token: String }
        let base = try URI("https://example.org")
        let transport = BearerTransport(
            stub,
            origin: base,
            token: AccessToken("stale")
        ) { _, below in
            let client = Client(base: base, transport: below)
            let grant = try await client.post("token", NoContent(), as: Grant.self)
            return AccessToken(grant.token)
        }
        let client = Client(base: base, transport: transport)
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 { group.addTask { try await client.get("films") } }
            for try await films in group { #expect(films == [1]) }
        }
        #expect(refreshes.withLock { $0 } == 1)
    }
}
