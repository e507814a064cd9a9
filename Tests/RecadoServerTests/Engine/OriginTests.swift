// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoHTTP
import RecadoServer
import Testing

/// An IPv4 address of this machine other than 127.x; a client that connects to it also has it as
/// its own address.
private let ownAddress = Host.current().addresses.first {
    $0.contains(".") && !$0.contains(":") && !$0.hasPrefix("127.")
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Connections from one address` {
    @Test(.enabled(if: ownAddress != nil, "this machine has no address but its loopback's"))
    func `are limited in number, without affecting other addresses`() async throws {
        let host = try #require(ownAddress)
        var configuration = ServerConfiguration.testing { $0.limits.connectionsPerAddress = 2 }
        configuration.addresses.append(SocketAddress(host: host, port: 0))
        let handler = FunctionHandler { request in
            Response(status: .ok, content: Content(request.peer?.address ?? ""))
        }
        let server = Server(configuration, handler: handler)
        let ports = try await server.start().map { $0.port ?? 0 }
        var clients = try (0..<2).map { _ in try TestClient(port: ports[1], of: host) }
        for client in clients { #expect(ask(client) == host) }
        let refused = try TestClient(port: ports[1], of: host).answer()
        #expect(refused.status == 503)
        // Connections over the loopback address are not limited.
        let own = try (0..<3).map { _ in try TestClient(port: ports[0]) }
        for client in own { #expect(ask(client) == "127.0.0.1") }
        // The server notices only after a while that a connection has ended.
        clients.removeLast()
        while try ask(TestClient(port: ports[1], of: host)) != host {
            try Task.checkCancellation()
        }
        #expect(ask(clients[0]) == host)
        await server.shutdown(grace: .zero)
    }

    private struct ProxyObserver: ServerObserver {
        func trusts(_ peer: Peer) -> Bool { true }
    }

    @Test(
        .enabled(if: ownAddress != nil, "this machine has no address but its loopback's"),
        arguments: [false, true]
    )
    func `share a limit of concurrent requests, except those of a proxy`(
        isProxy: Bool
    ) async throws {
        let host = try #require(ownAddress)
        var configuration = ServerConfiguration.testing {
            ($0.limits.requests, $0.limits.requestsPerAddress) = (4, 2)
        }
        configuration.addresses.append(SocketAddress(host: host, port: 0))
        let (gate, held) = (Gate(), Counter())
        let handler = FunctionHandler { request in
            if request.target == "/held" {
                held.add(1)
                await gate.wait()
            }
            return Response(status: .ok)
        }
        let observer: any ServerObserver = isProxy ? ProxyObserver() : Silent()
        let server = Server(configuration, handler: handler, observer: observer)
        let ports = try await server.start().map { $0.port ?? 0 }
        func client(_ target: String, own: Bool = false) throws -> TestClient {
            let client = try own ? TestClient(port: ports[0]) : TestClient(port: ports[1], of: host)
            try client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
            return client
        }
        let holders = try (0..<2).map { _ in try client("/held") }
        while held.value < 2 { await Task.yield() }
        let next = try client("/").answer()
        #expect(next.status == (isProxy ? 200 : 503))
        #expect((next.fields["retry-after"] == nil) == isProxy)
        // Another address still has its own limit.
        #expect(try client("/", own: true).answer().status == 200)
        gate.open()
        for holder in holders { #expect(try holder.answer().status == 200) }
        #expect(try client("/").answer().status == 200)
        await server.shutdown(grace: .zero)
    }

    private struct Silent: ServerObserver {}

    /// Returns the client's address as the server sees it, or `nil` if the server refuses the
    /// client.
    private func ask(_ client: TestClient) -> String? {
        // The server may refuse and close a connection before it reads a request, so that sending
        // fails.
        try? client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        guard let answer = try? client.answer(), answer.status == 200 else { return nil }
        return answer.content
    }
}
