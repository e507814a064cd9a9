// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

/// Tests how senders of repeated requests are told apart, though all have the same address.
@Suite(.timeLimit(.minutes(1))) struct `The scope of an idempotency key` {
    enum Key: APIKeyPlace {
        static var place: APIKeyLocation { .field("X-Api-Key") }
    }

    struct Shop: Caller {
        typealias Credentials = APIKeyCredentials<Key>
        static var realm: String { "Shops" }
    }

    struct Visitor: Caller {
        typealias Credentials = SessionCredentials
        static var realm: String { "Pages" }
    }

    struct Robot: Caller {
        typealias Credentials = BearerCredentials
        static var realm: String { "Robots" }
        let account: String?
    }

    struct Librarian: Caller {
        typealias Credentials = DigestCredentials
        static var realm: String { "Library" }
    }

    struct Order<C: Caller>: Endpoint {
        static var route: Route { "POST /orders/{kind}" }
        static var name: String { "order" }
        typealias Caller = C
        typealias Output = Int
        @Path var kind: String
    }

    private func application<C: Caller>(
        _ caller: @escaping @Sendable (C.Credentials) throws(ProblemDetails) -> C?
    ) throws -> Application {
        var service = Service(
            API(name: "o", title: "O", version: "1", endpoints: [Order<C>.self])
        )
        service.authenticate(C.self) { credentials, _ throws(ProblemDetails) in
            try caller(credentials)
        }
        let orders = Mutex(0)
        service.serve { (_: Order<C>, _: C) in
            orders.withLock { count in
                count += 1
                return count
            }
        }
        return try Application([service])
    }

    private func send(_ fields: Fields, to application: Application) async throws -> String {
        var fields = fields
        fields[.idempotencyKey] = "k"
        let request = Request(
            method: .post,
            scheme: "https",
            authority: "o.example",
            target: "/o/orders/a",
            fields: fields,
            peer: Peer(address: "192.0.2.1", isLocal: false, isSecure: true)
        )
        return try await Answer(application.respond(to: request)).text
    }

    private func session(_ letter: Character) throws -> Fields {
        let identifier = String(repeating: letter, count: 42) + "A"
        return [
            .cookie: "__Host-session=\(identifier)", .origin: "https://o.example",
        ]
    }

    @Test func `is one session, even if several sessions share an address`() async throws {
        let application = try application { (_: SessionCredentials) in Visitor() }
        #expect(try await send(session("a"), to: application) == "1")
        #expect(try await send(session("b"), to: application) == "2")
        #expect(try await send(session("a"), to: application) == "1")
    }

    @Test func `is one API key, even if several API keys share an address`() async throws {
        let application = try application { (_: APIKeyCredentials<Key>) in Shop() }
        #expect(try await send(["X-Api-Key": "one"], to: application) == "1")
        #expect(try await send(["X-Api-Key": "two"], to: application) == "2")
        #expect(try await send(["X-Api-Key": "one"], to: application) == "1")
    }

    @Test func `is one account with Digest, even if the nonce count changes`() async throws {
        let application = try application { (_: DigestCredentials) in Librarian() }
        func proof(of user: String, _ count: String) -> Fields {
            let proof = """
                Digest username="\(user)", realm="Library", nonce="n", uri="/o/orders/a", \
                algorithm=SHA-256, qop=auth, nc=\(count), cnonce="c", \
                response="\(String(repeating: "0", count: 64))"
                """
            return [.authorization: proof]
        }
        #expect(try await send(proof(of: "robin", "00000001"), to: application) == "1")
        #expect(try await send(proof(of: "robin", "00000002"), to: application) == "1")
        #expect(try await send(proof(of: "merian", "00000001"), to: application) == "2")
    }

    @Test func `is one bearer token, or one account if the caller names it`() async throws {
        for account in [nil, "r2"] {
            let application = try application { (_: BearerCredentials) in Robot(account: account) }
            #expect(try await send([.authorization: "Bearer old"], to: application) == "1")
            let again = try await send([.authorization: "Bearer new"], to: application)
            #expect(again == (account == nil ? "2" : "1"))
        }
    }
}
