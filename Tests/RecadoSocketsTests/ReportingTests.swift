// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Timings and events of transfers` {
    let transport = SocketTransport()

    /// Makes a call with a trace, and returns the trace.
    private func trace(
        _ request: Request,
        over transport: SocketTransport? = nil,
        events: CallEvents? = nil,
        timeouts: Timeouts = Timeouts()
    ) async throws -> (CallTrace, TransportError?) {
        let trace = CallTrace(events: events)
        let error = await transportError {
            try await CallTrace.$current.withValue(trace) {
                _ = try await (transport ?? self.transport).fetch(request, timeouts: timeouts)
            }
        }
        return (trace, error)
    }

    /// Returns the events of one call, without numbers that vary.
    private func events(
        _ request: Request,
        over transport: SocketTransport? = nil
    ) async throws -> [CallEvent.Kind] {
        let hub = CallEvents()
        let events = hub.events()
        _ = try await trace(request, over: transport, events: hub)
        var kinds: [CallEvent.Kind] = []
        for await event in events {
            kinds.append(event.kind)
            switch event.kind {
            case .done, .failed: return kinds
            default: break
            }
        }
        return kinds
    }

    // MARK: - Timings

    @Test
    func `a transfer reports its timings, addresses and byte counts`() async throws {
        let server = try ScriptedServer { connection in
            while connection.receive() != nil {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
                connection.send("ab")
            }
        }
        let start = ContinuousClock.now
        let timings = try #require(try await trace(server.request()).0.timings)
        #expect(timings.total <= start.duration(to: .now))
        #expect(timings.total > .zero)
        #expect(timings.tls < .milliseconds(5))
        #expect(!timings.isConnectionReused)
        #expect(timings.version == .http11)
        #expect(timings.remoteAddress == "127.0.0.1")
        #expect(timings.remotePort == Int(server.port))
        #expect(
            timings.bytesReceived == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab".utf8.count
        )
        #expect(timings.bytesSent > "GET / HTTP/1.1\r\n".utf8.count)

        let again = try #require(try await trace(server.request()).0.timings)
        #expect(again.isConnectionReused)
        #expect(again.remotePort == Int(server.port))
    }

    @Test
    func `the server's delay is reported apart from the connection time`() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            pause(milliseconds: 1_000)
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na")
            pause(milliseconds: 3_000)
            connection.send("b")
        }
        let timings = try #require(try await trace(server.request()).0.timings)
        // The bounds are wide: a busy machine may connect late and notice the first byte late.
        #expect(timings.firstByte >= .milliseconds(500))
        #expect(timings.content >= .milliseconds(500))
        #expect(timings.connect < .milliseconds(500))
    }

    @Test
    func `a failed transfer reports its timings`() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            pause(milliseconds: 60)
        }
        let (trace, error) = try await trace(server.request())
        #expect(error?.kind == .connectionLost)
        let timings = try #require(trace.timings)
        #expect(timings.firstByte >= .milliseconds(55), "\(timings)")
        #expect(timings.version == nil)

        let request = Request(method: .get, authority: "nobody.invalid", target: "/")
        let unknown = try #require(try await self.trace(request).0.timings)
        #expect(unknown.remoteAddress == nil)
        #expect(unknown.nameResolution == unknown.total - unknown.queue)
    }

    @Test
    func `waiting for a connection is reported as queue time`() async throws {
        var options = SocketTransport.Options()
        options.connectionsPerHost = 1
        let transport = SocketTransport(options: options)
        let server = try ScriptedServer { connection in
            while connection.receive() != nil {
                pause(milliseconds: 2_000)
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let queues = try await withThrowingTaskGroup(of: Duration.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    try await trace(server.request(), over: transport).0.timings?.queue ?? .zero
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted()
        }
        // On a busy machine the first call may have to wait too.
        #expect(queues[1] - queues[0] >= .milliseconds(500), "\(queues)")
        #expect(queues[1] >= .milliseconds(1_900), "\(queues)")
    }

    @Test
    func `sent content is included in the number of sent bytes`() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let content = [UInt8](repeating: 0x78, count: 100_000)
        let request = server.request(.put, content: Content(content))
        let timings = try #require(try await trace(request).0.timings)
        #expect((100_000..<101_000).contains(timings.bytesSent))
    }

    // MARK: - Events

    @Test
    func `a listener receives each step, and fewer on a reused connection`() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab")
        let place = "127.0.0.1:\(server.port)"
        let first = try await events(server.request()).map(\.description)
        #expect(
            first.dropLast() == [
                "GET http://\(place)/", "resolving \(place)", "connecting to \(place)",
                "connected to \(place)", "sending", "answered 200 OK", "2 bytes of content",
            ]
        )
        #expect(first.last?.hasPrefix("done in ") == true)
        let second = try await events(server.request()).map(\.description)
        #expect(
            second.dropLast() == [
                "GET http://\(place)/", "connected to \(place), again", "sending",
                "answered 200 OK", "2 bytes of content",
            ]
        )
    }

    @Test
    func `a listener receives the TLS version and protocol`() async throws {
        let peer = try TLSPeer()
        var options = SocketTransport.Options()
        options.host.trust = .authorities(file: peer.certificateFile)
        let request = Request(
            method: .get,
            scheme: "https",
            authority: "localhost:\(peer.port)",
            target: "/"
        )
        let kinds = try await events(request, over: SocketTransport(options: options))
        let texts = kinds.map(\.description)
        #expect(texts.contains("secured with TLSv1.3, h2"), "\(texts)")
        guard case .done(let timings)? = kinds.last else {
            Issue.record("\(texts)")
            return
        }
        #expect(timings.tls > .zero)
        #expect(timings.version == .http2)
    }

    @Test
    func `a cancelled transfer gets no events of its connection's handshake`() async throws {
        let peer = try TLSPeer()
        let gate = DispatchSemaphore(value: 0)
        let relay = try CuttingRelay(to: peer.port) { gate.wait() }
        var options = SocketTransport.Options()
        options.host.trust = .authorities(file: peer.certificateFile)
        options.connectionsPerHost = 1
        let transport = SocketTransport(options: options)
        let authority = "localhost:\(relay.port)"
        let request = Request(method: .get, scheme: "https", authority: authority, target: "/")
        let hub = CallEvents()
        let events = hub.events()
        let (heard, isConnected) = (Notes<String>(), Event())
        let listener = Task {
            for await event in events {
                heard.add(event.kind.description)
                if case .connected = event.kind { isConnected.happen() }
            }
        }
        let first = Task { try await trace(request, over: transport, events: hub).1 }
        await isConnected.wait()
        // The connection that the first call has started is the only one allowed for this host.
        let second = Task { try await transport.fetch(request).0.status }
        try await Task.sleep(for: .milliseconds(50))
        first.cancel()
        #expect(try await first.value?.kind == .cancelled)
        gate.signal()
        #expect(try await second.value == .ok)
        try await Task.sleep(for: .milliseconds(50))
        listener.cancel()
        #expect(!heard.all.contains { $0.hasPrefix("secured") }, "\(heard.all)")
    }

    @Test
    func `a diagnosis contains the certificate, its pin and the protocols`() async throws {
        let peer = try TLSPeer()
        var options = SocketTransport.Options()
        options.host.trust = .authorities(file: peer.certificateFile)
        let base = "https://localhost:\(peer.port)"
        let client = try Client(base: base, transport: SocketTransport(options: options))
        let diagnosis = await client.diagnose()
        #expect(diagnosis.failure == nil, "\(diagnosis)")
        #expect(diagnosis.tls == "TLSv1.3")
        #expect(diagnosis.applicationProtocol == "h2")
        #expect(diagnosis.version == "HTTP/2")
        #expect(diagnosis.address == "127.0.0.1:\(peer.port)")
        let certificate = try #require(diagnosis.certificates.first)
        #expect(certificate.subject.contains("CN"))
        #expect(certificate.daysLeft != nil)
        #expect(certificate.validFrom?.hasSuffix(" GMT") == true)
        let pin = try #require(certificate.pin.flatMap { PublicKeyPin(text: $0) })
        // The certificate's pin must be accepted for this server.
        options.host.pins = [pin]
        let pinned = try Client(base: base, transport: SocketTransport(options: options))
        #expect(await pinned.diagnose().failure == nil)
    }

    @Test
    func `a diagnosis explains a refused certificate`() async throws {
        let peer = try TLSPeer()
        let base = "https://localhost:\(peer.port)"
        let client = try Client(base: base, transport: SocketTransport())
        let diagnosis = await client.diagnose()
        #expect(diagnosis.failure?.hasPrefix("cannot secure the connection") == true)
        #expect(
            diagnosis.hints == [
                "nobody known has signed the certificate: trust its authority, or let one sign it"
            ]
        )
    }

    @Test
    func `a listener receives a failure`() async throws {
        let request = Request(method: .get, authority: "127.0.0.1:1", target: "/")
        let texts = try await events(request).map(\.description)
        #expect(texts.last == "failed: cannot connect")
        #expect(texts.contains("connecting to 127.0.0.1:1"))
        #expect(!texts.contains("sending"))
    }

    @Test
    func `informational responses are events and not part of the response`() async throws {
        let hint = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        let server = try ScriptedServer(answering: hint + hint + answer)
        let kinds = try await events(server.request())
        let hints = kinds.compactMap { kind -> Response? in
            if case .informational(let response) = kind { response } else { nil }
        }
        #expect(hints.map(\.status.code) == [103, 103])
        #expect(hints.first?.fields[.link] == "</a.css>; rel=preload")
        let (response, _) = try await transport.fetch(server.request())
        #expect(response.fields[.link] == nil)
    }

    // MARK: - Trailers

    @Test
    func `trailers are kept apart from the fields of the header section`() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Digest\r\n\r\n"
                + "2\r\nab\r\n0\r\nDigest: 7\r\nServer-Timing: db; dur=3\r\n\r\n"
        )
        let client = try Client(base: "http://127.0.0.1:\(server.port)", transport: transport)
        #expect(try await client.bytes("x") == Array("ab".utf8))
        let (trace, error) = try await trace(server.request())
        #expect(error == nil)
        #expect(trace.trailers["digest"] == "7")
        #expect(trace.trailers["server-timing"] == "db; dur=3")
        #expect(trace.trailers.count == 2)
    }

    @Test
    func `a call's error has the timings of its transfer`() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        )
        let client = try Client(base: "http://127.0.0.1:\(server.port)", transport: transport)
        do {
            _ = try await client.bytes("x")
            Issue.record("no error")
        } catch {
            #expect(error.timings?.remotePort == Int(server.port))
        }
    }
}
