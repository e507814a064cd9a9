// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite struct `Passwords on unencrypted connections` {
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let peer: Peer?
        let isTaken: Bool
    }

    static let ways = [
        Way(testDescription: "no connection", peer: nil, isTaken: true),
        Way(
            testDescription: "TLS",
            peer: Peer(address: "192.0.2.1", isLocal: false, isSecure: true),
            isTaken: true
        ),
        Way(
            testDescription: "this machine",
            peer: Peer(address: "127.0.0.1", isLocal: true, isSecure: false),
            isTaken: true
        ),
        Way(
            testDescription: "a local socket",
            peer: Peer(address: "", isLocal: true, isSecure: false),
            isTaken: true
        ),
        Way(
            testDescription: "the network",
            peer: Peer(address: "192.0.2.1", isLocal: false, isSecure: false),
            isTaken: false
        ),
    ]

    private static func request(_ way: Way, user: String?) -> Request {
        var request = Shop.request(
            .put,
            "/shop/books/7",
            user: user,
            content: Content(#"{"title":"t"}"#)
        )
        request.peer = way.peer
        return request
    }

    @Test(arguments: ways)
    func `are accepted only from the local machine`(way: Way) async throws {
        let application = try Shop.application()
        let answer = try await Answer(
            application.respond(to: Self.request(way, user: "robin"))
        )
        if way.isTaken {
            #expect(answer.status != .forbidden && answer.status != .unauthorized)
        } else {
            #expect(answer.status == .forbidden)
            let detail = "Credentials are taken over HTTPS only; do not send them in the clear."
            #expect(answer.problem?.detail == detail)
        }
    }

    @Test(arguments: ["Forwarded", "X-Forwarded-For", "Via"])
    func `are refused in requests that a local proxy forwards`(
        name: String
    ) async throws {
        let application = try Shop.application()
        var request = Self.request(Self.ways[2], user: "robin")
        request.fields[try #require(FieldName(name))] = "for=192.0.2.1"
        #expect(await application.respond(to: request).status == .forbidden)
    }

    @Test(arguments: ways)
    func `are not requested by a challenge where they would be refused`(way: Way) async throws {
        let application = try Shop.application()
        let response = await application.respond(to: Self.request(way, user: nil))
        #expect(response.status == (way.isTaken ? .unauthorized : .forbidden))
        #expect((response.fields[.wwwAuthenticate] != nil) == way.isTaken)
    }

    @Test(arguments: ways)
    func `are accepted everywhere if the service allows it`(way: Way) async throws {
        var service = Shop.service()
        service.takesSecretsInClear = true
        let application = try Application([service])
        let response = await application.respond(to: Self.request(way, user: nil))
        #expect(response.status == .unauthorized)
    }

    @Test(arguments: ways)
    func `are not needed for endpoints without authentication`(way: Way) async throws {
        var request = Shop.request(.get, "/shop/books/7")
        request.peer = way.peer
        let response = try await Shop.application().respond(to: request)
        #expect(response.status == .ok)
    }
}
