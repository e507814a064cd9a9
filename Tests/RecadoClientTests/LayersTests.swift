// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoClient
import RecadoHTTP
import Testing

/// Every layer over one transport, in the order that their documentation asks for.
@Suite(.timeLimit(.minutes(1)))
struct `Layers together` {
    /// `{"id":7,"title":"El Camión"}` in raw deflate.
    static let film = "q1bKTFGyMtdRKsksyUlVslJyzVFwTszNPLw5T6kWAA=="

    private func client(_ stub: StubTransport) throws -> (Client, CookieJar) {
        let jar = CookieJar()
        let cache = CacheTransport(base: DecompressionTransport(base: stub))
        let transport = RedirectTransport(base: CookieTransport(base: cache, jar: jar))
        let client = try Client(base: "https://example.org", transport: transport) {
            $0.credentials = try? BasicCredentials(user: "ana", password: "hunter2")
        }
        return (client, jar)
    }

    @Test
    func `a call goes through all of them`() async throws {
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
        let (client, jar) = try client(stub)
        for _ in 1...2 {
            let film: Film = try await client.get("films/7")
            #expect(film == Film(id: 7, title: "El Camión"))
        }
        let places = stub.requests.map { $0.authority }
        #expect(places == ["example.org", "cdn.example", "example.org"])
        #expect(stub.requests.map { $0.fields.contains(.authorization) } == [true, false, true])
        #expect(stub.requests.map { $0.fields[.cookie] } == [nil, nil, "s=1"])
        #expect(stub.requests.allSatisfy { $0.fields.contains(.acceptEncoding) })
        #expect(jar.cookies.map(\.name) == ["s", "c"])
    }

    @Test
    func `errors of the layers are errors of the call, without secrets`() async throws {
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
            let (client, _) = try client(StubTransport { _ throws(TransportError) in answer })
            let error = await callError { () throws(CallError<Never>) in
                try await client.get("films/7")
            }
            #expect(error?.kind == kind)
            #expect(error?.transportError != nil)
            #expect(!String(reflecting: try #require(error)).contains("hunter2"))
        }
    }
}
