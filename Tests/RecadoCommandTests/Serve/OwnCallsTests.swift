// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

@testable import RecadoCommand

/// Takes note of who has sent a request, and of its fields.
private final class Witness: Handler {
    private let seen = Mutex<[Request]>([])

    var last: Request? { seen.withLock(\.last) }

    func handle(_ request: Request) -> PendingResponse {
        .later { await self.answer(request) }
    }

    private func answer(_ request: Request) async -> Response {
        seen.withLock { $0.append(request) }
        return Response(status: .noContent)
    }
}

/// Hands requests to a handler, as from this machine.
private struct Wire: Transport {
    let handler: any Handler

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        var request = request
        request.peer = Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
        return await handler.respond(to: request)
    }
}

@Suite(.timeLimit(.minutes(3))) struct `Calls of the apps to their own process` {
    private static let local = Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
    private static let field: FieldName = "Recado-Errand"

    private func request(_ authority: String = "127.0.0.1:1", _ fields: Fields = [:]) -> Request {
        var request = Request(method: .get, authority: authority, target: "/")
        request.fields = fields
        return request
    }

    @Test(arguments: [
        Peer(address: "192.0.2.1", isLocal: false, isSecure: true),
        Peer(address: "2001:db8::1", isLocal: false, isSecure: false),
        Peer(address: "", isLocal: true, isSecure: false),
    ])
    func `they are taken for those of whoever they are made for`(peer: Peer) async throws {
        let (calls, witness) = (OwnCalls(), Witness())
        let wire = calls.transport(Wire(handler: calls.handler(witness)), to: "127.0.0.1:1")
        _ = try await Errand.$peer.withValue(peer) { try await wire.send(request()) }
        #expect(witness.last?.peer == peer)
        #expect(witness.last?.fields.contains(Self.field) == false)
        _ = try await wire.send(request())
        #expect(witness.last?.peer == Self.local)
    }

    @Test(arguments: ["", ";l;192.0.2.9", "x;l;192.0.2.9", ";;", "192.0.2.9"])
    func `what others say is not believed`(words: String) async throws {
        let (calls, witness) = (OwnCalls(), Witness())
        let wire = Wire(handler: calls.handler(witness))
        _ = try await wire.send(request(fields: words))
        #expect(witness.last?.peer == Self.local)
        #expect(witness.last?.fields.contains(Self.field) == false)
    }

    private func request(fields words: String) -> Request {
        request("127.0.0.1:1", [Self.field: words])
    }

    @Test func `another process is not believed, and other servers are told nothing`() async throws
    {
        let witness = Witness()
        let peer = Peer(address: "192.0.2.1", isLocal: false, isSecure: false)
        let foreign = OwnCalls().transport(
            Wire(handler: OwnCalls().handler(witness)),
            to: "127.0.0.1:1"
        )
        _ = try await Errand.$peer.withValue(peer) { try await foreign.send(request()) }
        #expect(witness.last?.peer == Self.local)
        let wire = OwnCalls().transport(Wire(handler: witness), to: "127.0.0.1:1")
        _ = try await Errand.$peer.withValue(peer) {
            try await wire.send(request("example.org", [Self.field: "passed on"]))
        }
        #expect(witness.last?.fields.contains(Self.field) == false)
    }
}
