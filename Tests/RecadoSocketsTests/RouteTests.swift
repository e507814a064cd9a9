// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Connecting to a host` {
    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private func transport(_ configure: (inout SocketTransport.Options) -> Void) -> SocketTransport
    {
        var options = SocketTransport.Options()
        configure(&options)
        return SocketTransport(options: options)
    }

    @Test
    func `a host is reached through a Unix domain socket`() async throws {
        let path = "/tmp/recado-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"
        defer { unsafe unlink(path) }
        let hosts = Notes<String?>()
        let server = try ScriptedServer(unixSocket: path) { connection in
            while let request = connection.receive() {
                hosts.add(request.value(of: "Host"))
                connection.send(Self.answer)
            }
        }
        let request = Request(method: .get, authority: "films.invalid", target: "/")
        let one = transport { $0.hosts["films.invalid"] = .init(unixSocket: path) }
        #expect(try await one.fetch(request).1 == "ok")
        #expect(hosts.all == ["films.invalid"])
        #expect(server.connectionCount == 1)

        let other = Request(method: .get, authority: "shows.invalid", target: "/")
        #expect(await transportError { _ = try await one.fetch(other) }?.kind == .cannotResolve)
        let all = transport { $0.host.unixSocket = path }
        #expect(try await all.fetch(other).1 == "ok")
    }

    @Test
    func `a missing Unix socket or an overlong path causes an error`() async {
        let long = "/tmp/" + String(repeating: "x", count: 120)
        for path in ["/tmp/recado-none.sock", long] {
            let transport = transport { $0.host.unixSocket = path }
            let request = Request(method: .get, authority: "films.invalid", target: "/")
            let error = await transportError { _ = try await transport.fetch(request) }
            let kinds: [TransportError.Kind] = [.cannotConnect, .cannotResolve]
            #expect(error.map { kinds.contains($0.kind) } == true, "\(String(describing: error))")
        }
    }

    @Test
    func `a host name can be redirected to another host and port`() async throws {
        let notes = Notes<String?>()
        let server = try ScriptedServer { connection in
            while let request = connection.receive() {
                notes.add(request.value(of: "Host"))
                connection.send(Self.answer)
            }
        }
        let transport = transport {
            $0.hosts["films.invalid"] = .init(connectsTo: "127.0.0.1:\(server.port)")
            $0.hosts["shows.invalid"] = .init(connectsTo: "127.0.0.1")
        }
        for authority in ["films.invalid", "FILMS.invalid:81", "shows.invalid:\(server.port)"] {
            let request = Request(method: .get, authority: authority, target: "/")
            #expect(try await transport.fetch(request).1 == "ok")
            #expect(notes.all.last == authority)
        }
    }

    @Test
    func `a redirected host still needs a certificate for its name`() async throws {
        let peer = try TLSPeer()
        let trust = Trust.authorities(file: peer.certificateFile)
        let place = "127.0.0.1:\(peer.port)"
        let transport = transport {
            $0.hosts["localhost"] = .init(trust: trust, connectsTo: place)
            $0.hosts["films.invalid"] = .init(trust: trust, connectsTo: place)
        }
        var request = Request(method: .get, scheme: "https", authority: "localhost", target: "/")
        #expect(try await transport.fetch(request).1 == "h2 1")
        request.authority = "films.invalid"
        #expect(await transportError { _ = try await transport.fetch(request) }?.kind == .tls)
    }

    @Test
    func `connections are opened from the given local address`() async throws {
        let server = try ScriptedServer { connection in
            while connection.receive() != nil {
                let text = connection.peerAddress
                connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
                )
            }
        }
        let transport = transport { $0.localAddress = "127.0.0.9" }
        #expect(try await transport.fetch(server.request()).1 == "127.0.0.9")
        let foreign = self.transport { $0.localAddress = "192.0.2.1" }
        let error = await transportError { _ = try await foreign.fetch(server.request()) }
        #expect(error?.kind == .cannotConnect)
    }

    @Test
    func `HTTP/2 is used without negotiation if assumed for the host`() async throws {
        let peer = try TLSPeer(.plain)
        let transport = transport { $0.hosts["127.0.0.1:\(peer.port)"] = .init(assumesHTTP2: true) }
        let request = Request(method: .get, authority: "127.0.0.1:\(peer.port)", target: "/")
        for _ in 0..<3 { #expect(try await transport.fetch(request).1 == "h2 1") }
    }

    @Test
    func `a connection past its lifetime is not reused`() async throws {
        let server = try ScriptedServer(answering: Self.answer)
        let limited = transport { $0.connectionLifetime = .seconds(1) }
        let unlimited = transport { _ in }
        for transport in [limited, unlimited] { _ = try await transport.fetch(server.request()) }
        try await Task.sleep(for: .milliseconds(1_100))
        for (transport, count) in [(unlimited, 2), (limited, 3)] {
            _ = try await transport.fetch(server.request())
            #expect(server.connectionCount == count)
        }
    }
}

@Suite(.timeLimit(.minutes(3)))
struct `Uploads with Expect 100-continue` {
    private func transport(from threshold: Int?) -> SocketTransport {
        var options = SocketTransport.Options()
        options.expectationThreshold = threshold
        return SocketTransport(options: options)
    }

    private let content = [UInt8](repeating: 0x78, count: 100_000)

    @Test
    func `large content is sent after status 100, small content at once`() async throws {
        let expectations = Notes<String?>()
        let server = try ScriptedServer { connection in
            while let head = connection.receiveHead() {
                expectations.add(head.value(of: "Expect"))
                if head.value(of: "Expect") != nil {
                    connection.send("HTTP/1.1 100 Continue\r\n\r\n")
                }
                let length = head.value(of: "Content-Length").flatMap { Int($0) } ?? 0
                let count = connection.readAll(length).count
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n\(count)")
            }
        }
        let transport = transport(from: 100_000)
        let large = server.request(.post, content: Content(content))
        #expect(try await transport.fetch(large).1 == "100000")
        let small = server.request(.post, content: Content("123456"))
        let head = try await transport.send(small)
        #expect(head.status == .ok)
        #expect(expectations.all == ["100-continue", nil])
    }

    @Test
    func `content is still sent after status 417`() async throws {
        let server = try ScriptedServer { connection in
            while let head = connection.receiveHead() {
                guard head.value(of: "Expect") == nil else {
                    connection.send("HTTP/1.1 417 No\r\nX: y\r\nContent-Length: 2\r\n\r\nno")
                    continue
                }
                let count = connection.readAll(100_000).count
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n\(count)")
            }
        }
        for content in [
            Content(content), Content(reading: PieceSource([content], length: content.count)),
        ] {
            let request = server.request(.post, content: content)
            let (response, text) = try await transport(from: 1).fetch(request)
            #expect(response.status == .ok)
            #expect(response.fields["x"] == nil)
            #expect(text == "100000")
        }
    }

    @Test(arguments: [401, 413])
    func `a 401 or 413 response is returned, and no content is sent`(status: Int) async throws {
        let heads = Notes<String>()
        let server = try ScriptedServer { connection in
            guard let head = connection.receiveHead() else { return }
            heads.add(head.head)
            connection.send("HTTP/1.1 \(status) No\r\nContent-Length: 2\r\n\r\nno")
            connection.drain()
        }
        for method in [Method.post, .put] {
            let request = server.request(method, content: Content(content))
            let (response, text) = try await transport(from: 1).fetch(request)
            #expect(response.status.code == status)
            #expect(text == "no")
        }
        #expect(heads.all.count == 2)
    }
}
