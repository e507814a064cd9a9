// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Calls through HTTPS proxies` {
    let peer: TLSPeer
    let relay: ProxyPeer
    let front: TLSFront

    init() throws {
        peer = try TLSPeer()
        relay = try ProxyPeer(.http)
        front = try TLSFront(before: relay.port)
    }

    private func transport(
        trusting trust: Trust? = nil,
        host: String = "localhost"
    ) throws -> SocketTransport {
        var options = SocketTransport.Options()
        options.host.trust = .authorities(file: peer.certificateFile)
        let proxy = try ProxyServer("https://ana:wicked@\(host):\(front.port)")
        options.proxies = ProxyRules(all: proxy)
        options.proxies.trust = trust ?? .authorities(file: front.certificateFile)
        return SocketTransport(options: options)
    }

    private var request: Request {
        Request(method: .get, scheme: "https", authority: "localhost:\(peer.port)", target: "/")
    }

    @Test
    func `a call over TLS goes through a tunnel inside TLS`() async throws {
        let bytes = try await Upload.file(front.certificateFile).content.collect(upTo: 65_536)
        for trust in [nil, Trust.authorities(pem: bytes)] {
            let transport = try transport(trusting: trust)
            for _ in 0..<2 { #expect(try await transport.fetch(request).1.hasPrefix("h2 ")) }
        }
        #expect(
            relay.asked.all == Array(repeating: "CONNECT localhost:\(peer.port) HTTP/1.1", count: 2)
        )
        #expect(relay.authorizations.all == Array(repeating: "Basic YW5hOndpY2tlZA==", count: 2))
    }

    @Test
    func `a call without TLS is forwarded`() async throws {
        let plain = Request(method: .get, authority: "films.invalid:8080", target: "/films")
        #expect(try await transport().fetch(plain).1 == "proxied")
        #expect(relay.asked.all == ["GET http://films.invalid:8080/films HTTP/1.1"])
    }

    @Test
    func `a proxy with an untrusted certificate receives nothing`() async throws {
        // The host's authority is not trusted for the proxy, and the proxy's certificate is not
        // valid for another name.
        let refused = [
            try transport(trusting: .authorities(file: peer.certificateFile)),
            try transport(trusting: .system),
            try transport(host: "127.0.0.1"),
        ]
        for transport in refused {
            let error = await transportError { _ = try await transport.fetch(request) }
            #expect(error?.kind == .tls || error?.kind == .cannotConnect, "\(error)")
            #expect(error?.description.contains("wicked") == false)
        }
        #expect(relay.asked.all.isEmpty)
    }

    @Test
    func `a proxy that refuses or lacks TLS is an error`() async throws {
        let refusal = "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
        let refusing = try ProxyPeer(.http, refusing: refusal)
        let front = try TLSFront(before: refusing.port)
        let plain = try ScriptedServer { $0.send("HTTP/1.1 400 Bad Request\r\n\r\n") }
        for port in [front.port, plain.port] {
            var options = SocketTransport.Options()
            options.proxies = ProxyRules(all: try ProxyServer("https://localhost:\(port)"))
            options.proxies.trust = .authorities(file: front.certificateFile)
            let transport = SocketTransport(options: options)
            let error = await transportError { _ = try await transport.fetch(request) }
            #expect(error?.kind == .tls || error?.kind == .cannotConnect, "\(error)")
        }
    }
}
