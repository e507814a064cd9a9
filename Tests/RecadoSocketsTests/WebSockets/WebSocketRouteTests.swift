// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(
    .enabled(if: WebSocketPeer.isInstalled, "scripts/setup --test installs the peer"),
    .timeLimit(.minutes(3))
)
struct `Connecting WebSockets` {
    let peer: WebSocketPeer

    init() throws {
        peer = try WebSocketPeer.shared.get()
    }

    private func client(
        _ base: String,
        _ configure: (inout SocketTransport.Options) -> Void
    ) throws -> Client {
        var options = SocketTransport.Options()
        configure(&options)
        return try Client(base: base, transport: SocketTransport(options: options))
    }

    private func expectEcho(over client: Client) async throws {
        let socket = try await client.webSocket("echo")
        let message = WebSocketMessage.text("Hola")
        try await socket.send(message)
        var messages = socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == message)
    }

    @Test(arguments: ProxyPeer.Kind.allCases, [true, false])
    func `a WebSocket can go through a proxy's tunnel`(
        kind: ProxyPeer.Kind,
        isSecure: Bool
    ) async throws {
        let relay = try ProxyPeer(kind)
        let proxy = try ProxyServer("\(kind.rawValue)://127.0.0.1:\(relay.port)")
        let place = "localhost:\(isSecure ? peer.securePort : peer.port)"
        let client = try client("\(isSecure ? "https" : "http")://\(place)") {
            $0.proxies = ProxyRules(all: proxy)
            $0.host.trust = .authorities(file: peer.certificateFile)
        }
        try await expectEcho(over: client)
        let verb = kind == .http ? "CONNECT" : kind.rawValue
        #expect(relay.asked.all.first?.hasPrefix("\(verb) \(place)") == true)
    }

    @Test
    func `a WebSocket's host can be redirected to another address`() async throws {
        let client = try client("http://club.localhost") {
            $0.hosts["club.localhost"] = .init(connectsTo: "127.0.0.1:\(peer.port)")
        }
        try await expectEcho(over: client)
        let plain = try self.client("http://club.localhost") {
            $0.host = .init(connectsTo: "127.0.0.1:\(peer.port)", assumesHTTP2: true)
        }
        try await expectEcho(over: plain)
    }

    @Test
    func `a public key that is not pinned is refused`() async throws {
        let client = try client("https://localhost:\(peer.securePort)") {
            $0.host.trust = .authorities(file: peer.certificateFile)
            $0.host.pins = ["sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
        }
        let error = await webSocketError { try await expectEcho(over: client) }
        #expect((error?.underlying as? TransportError)?.kind == .tls)
        #expect(error?.detail.contains("no pinned public key") == true)
    }

    @Test
    func `a WebSocket can use a Unix domain socket`() async throws {
        let path = "/tmp/recado-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"
        defer { unsafe unlink(path) }
        let server = try ScriptedServer(unixSocket: path) { connection in
            guard let request = connection.receive() else { return }
            let host = request.value(of: "Host") ?? ""
            connection.send("HTTP/1.1 403 No\r\nContent-Length: \(host.utf8.count)\r\n\r\n\(host)")
        }
        let client = try client("http://club.localhost") { $0.host.unixSocket = path }
        let error = await webSocketError { try await expectEcho(over: client) }
        #expect(error?.kind == .refused)
        #expect(error?.response?.content.bytes == Array("club.localhost".utf8))
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: [true, false])
    func `a server can require a client certificate`(isShown: Bool) async throws {
        let server = try TLSPeer(.demanding)
        let identity = try ClientIdentity.pem(
            certificate: server.content(of: "ana.pem"),
            key: server.content(of: "ana.key")
        )
        let trust = Trust.authorities(pem: try server.content(of: "authority.pem"))
        let client = try client("https://localhost:\(server.port)") {
            $0.host = .init(trust: trust, identity: isShown ? identity : nil)
        }
        let error = await webSocketError { try await expectEcho(over: client) }
        // With the certificate the connection succeeds, but this server does not support
        // WebSockets.
        let kinds: [WebSocketError.Kind] = isShown ? [.refused, .badHandshake] : [.unreachable]
        #expect(error.map { kinds.contains($0.kind) } == true, "\(String(describing: error))")
    }

    @Test
    func `a refused connection is an error`() async throws {
        let client = try client("http://localhost:1") { _ in }
            .withMiddleware { $0.retry = nil }
        let error = await webSocketError { try await expectEcho(over: client) }
        #expect(error?.kind == .unreachable)
        #expect((error?.underlying as? TransportError)?.kind == .cannotConnect)
    }

    @Test
    func `an opening handshake that is still connecting can be cancelled`() async throws {
        // This network has no hosts that could answer (RFC 5737).
        let client = try client("https://192.0.2.1") { _ in }
        let opening = Task { try await expectEcho(over: client) }
        opening.cancel()
        let error = await webSocketError { try await opening.value }
        #expect(error?.kind == .cancelled)
    }
}
