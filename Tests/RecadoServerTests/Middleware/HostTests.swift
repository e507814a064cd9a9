// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import Testing

@testable import RecadoServer

@Suite struct `Hosts of requests` {
    private func status(
        _ authority: String,
        secure: Bool = false,
        fields: Fields = [:]
    ) async throws -> Int {
        var options = Application.Options()
        options.trustedProxies = .loopback
        options.middleware.append(.hosts(["films.example", "Other.Example"]))
        let application = try Application([Shop.service()], options: options)
        let address = fields.isEmpty ? "192.0.2.1" : "127.0.0.1"
        let request = Request(
            method: .get,
            authority: authority,
            target: "/shop/books",
            fields: fields,
            peer: Peer(address: address, isLocal: false, isSecure: secure)
        )
        return await application.respond(to: request).status.code
    }

    @Test(arguments: [
        "films.example", "FILMS.example:3000", "films.example.", "other.example", "localhost",
        "localhost:3000", "a.localhost", "127.0.0.1:3000", "[::1]:3000", "192.0.2.7", "",
    ])
    func `that belong to the server are accepted`(_ authority: String) async throws {
        #expect(try await status(authority) == 200)
    }

    @Test(arguments: [
        "evil.example", "evil.example:3000", "films.example.evil.example", "notlocalhost",
        "localhost.evil.example", "127.0.0.1.evil.example", "1.2.3.4.5", "[::1].evil.example",
    ])
    func `that are foreign are refused with 421, against DNS rebinding`(
        _ authority: String
    ) async throws {
        #expect(try await status(authority) == 421)
    }

    @Test func `that are foreign are accepted over TLS or from a trusted proxy`() async throws {
        #expect(try await status("evil.example", secure: true) == 200)
        let forwarded: Fields = [
            "X-Forwarded-For": "198.51.100.1", "X-Forwarded-Host": "evil.example",
        ]
        #expect(try await status("backend", fields: forwarded) == 200)
    }

    @Test(arguments: [
        ("localhost:3000", true), ("", true), ("[::1]:1", true), ("evil.example", false),
    ])
    func `that are foreign make a local request not confidential`(
        _ authority: String,
        _ isLocal: Bool
    ) {
        let request = Request(
            method: .get,
            authority: authority,
            target: "/",
            peer: Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
        )
        #expect(request.isConfidential == isLocal)
    }

    @Test(arguments: ["X-Real-IP", "X-Forwarded-Proto", "CF-Connecting-IP", "Via", "Client-IP"])
    func `named localhost do not make a proxied request confidential`(_ name: String) throws {
        let request = Request(
            method: .get,
            authority: "localhost",
            target: "/",
            fields: [try #require(FieldName(name)): "1"],
            peer: Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
        )
        #expect(!request.isConfidential)
    }
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Loopback addresses` {
    @Test(arguments: [false, true])
    func `are trusted only if trustsLoopback is set`(trustsLoopback: Bool) async throws {
        let configuration = ServerConfiguration.testing { $0.trustsLoopback = trustsLoopback }
        let credentials = try BasicCredentials(user: "robin", password: "pass")
        try await withServer(configuration, running: try Shop.application()) { port in
            let client = try TestClient(port: port)
            try client.send(
                "DELETE /shop/books/7 HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: \(credentials.authorization)\r\n\r\n"
            )
            let answer = try client.answer()
            #expect(answer.status == (trustsLoopback ? 204 : 403))
            #expect(answer.content.contains("trustsLoopback") != trustsLoopback)
        }
    }
}
