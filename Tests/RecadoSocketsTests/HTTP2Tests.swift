// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

/// Tests of what a server may do with the streams of an HTTP/2 connection (RFC 9113).
@Suite(.timeLimit(.minutes(2)))
struct `HTTP2 transfers` {
    private static let timeouts = Timeouts(connect: .seconds(20), idle: .seconds(20))

    private func transport(streamWindow: Int? = nil) -> SocketTransport {
        var options = SocketTransport.Options()
        options.host.assumesHTTP2 = true
        if let streamWindow { options.streamWindow = streamWindow }
        return SocketTransport(options: options)
    }

    /// Returns a server that calls its script for each frame it receives.
    private func server(
        settings: [UInt8] = [],
        _ script: @escaping @Sendable (Frame, ScriptedServer.Connection) -> Void
    ) throws -> ScriptedServer {
        try ScriptedServer { connection in
            guard Frame.readPreface(connection) else { return }
            let acknowledgement = Frame.bytes(Frame.settings, flags: 1)
            connection.send(Frame.bytes(Frame.settings, settings) + acknowledgement)
            while let frame = Frame(connection) { script(frame, connection) }
        }
    }

    // MARK: - Requests that are sent again

    @Test(arguments: [Method.get, .post])
    func `an unprocessed request is sent again, whatever its method`(method: Method) async throws {
        let server = try server { frame, connection in
            guard frame.isEnd else { return }
            if connection.number == 1 {
                // The server sends GOAWAY and says that it has processed no stream.
                let farewell = [0, 0, 0, 0] + Frame.code(0)
                connection.send(Frame.bytes(Frame.farewell, farewell))
            } else {
                connection.send(Frame.answer(frame.stream, "again"))
            }
        }
        let content: Content = method == .post ? .init("abc") : .empty
        let request = server.request(method, content: content)
        #expect(try await transport().fetch(request, timeouts: Self.timeouts).1 == "again")
        #expect(server.connectionCount == 2)
    }

    @Test
    func `a refused stream is retried over the same connection`() async throws {
        let server = try server { frame, connection in
            guard frame.isEnd else { return }
            if frame.stream == 1 {
                let refusal = Frame.bytes(Frame.reset, stream: 1, Frame.code(7))
                connection.send(refusal)
            } else {
                connection.send(Frame.answer(frame.stream, "stream \(frame.stream)"))
            }
        }
        let request = server.request(.post, content: .init("abc"))
        #expect(try await transport().fetch(request, timeouts: Self.timeouts).1 == "stream 3")
        #expect(server.connectionCount == 1)
    }

    @Test
    func `a server that refuses every stream causes an error`() async throws {
        let server = try server { frame, connection in
            guard frame.isEnd else { return }
            connection.send(Frame.bytes(Frame.reset, stream: frame.stream, Frame.code(7)))
        }
        let error = await transportError {
            _ = try await transport().fetch(server.request(), timeouts: Self.timeouts)
        }
        #expect(error?.kind == .connectionLost)
        #expect(error?.detail.contains("REFUSED_STREAM") == true, "\(error?.detail ?? "")")
    }

    @Test(arguments: [(Method.get, 2), (.post, 1)])
    func `a reused connection that ends is replaced for idempotent requests`(
        method: Method,
        connections: Int
    ) async throws {
        let server = try ScriptedServer { connection in
            guard Frame.readPreface(connection) else { return }
            connection.send(Frame.bytes(Frame.settings))
            var count = 0
            while let frame = Frame(connection) {
                guard frame.isEnd else { continue }
                count += 1
                if count == 2, connection.number == 1 { return connection.close() }
                connection.send(Frame.answer(frame.stream, "\(connection.number)"))
            }
        }
        let transport = transport()
        let request = server.request(method, content: method == .post ? .init("abc") : .empty)
        #expect(try await transport.fetch(request, timeouts: Self.timeouts).1 == "1")
        let error = await transportError {
            let text = try await transport.fetch(request, timeouts: Self.timeouts).1
            #expect(text == "2")
        }
        #expect(error?.kind == (method == .post ? .connectionLost : nil))
        #expect(server.connectionCount == connections)
    }

    // MARK: - Streams beside each other

    @Test
    func `cancelling a call resets only its own stream`() async throws {
        let resets = Notes<String>()
        let begun = Event()
        let server = try server { frame, connection in
            if frame.kind == Frame.reset { resets.add("\(frame.stream) \(frame.content)") }
            guard frame.isEnd else { return }
            if frame.stream == 1 {
                connection.send(Frame.ok(1))
                begun.happen()
            } else {
                connection.send(Frame.answer(frame.stream, "ok"))
            }
        }
        let transport = transport()
        let request = server.request()
        let call = Task { try await transport.fetch(request, timeouts: Self.timeouts) }
        await begun.wait()
        call.cancel()
        _ = await call.result
        #expect(try await transport.fetch(request, timeouts: Self.timeouts).1 == "ok")
        #expect(resets.all == ["1 \(Frame.code(8))"])
        #expect(server.connectionCount == 1)
    }

    @Test
    func `a slow reader stops only its own stream`() async throws {
        // The content is as long as the stream's window.
        let (piece, count) = ([UInt8](repeating: 0x78, count: 16_384), 16)
        let windows = Notes<UInt32>()
        let server = try server { frame, connection in
            let isFirst = frame.kind == Frame.window && !windows.all.contains(frame.stream)
            if frame.kind == Frame.window { windows.add(frame.stream) }
            if isFirst, frame.stream == 1 {
                connection.send(Frame.bytes(Frame.content, flags: 1, stream: 1, Array("!".utf8)))
            }
            guard frame.isEnd else { return }
            if frame.stream == 1 {
                connection.send(Frame.ok(1))
                for _ in 0..<count { connection.send(Frame.bytes(Frame.content, stream: 1, piece)) }
            } else {
                connection.send(Frame.answer(frame.stream, "ok"))
            }
        }
        let transport = transport(streamWindow: 262_144)
        let slow = try await transport.send(server.request(), timeouts: Self.timeouts)
        for _ in 0..<3 {
            let answer = try await transport.fetch(server.request(), timeouts: Self.timeouts)
            #expect(answer.1 == "ok")
        }
        #expect(!windows.all.contains(1))
        var bytes: [UInt8] = []
        for try await piece in slow.content.pieces {
            bytes += piece
            // A reader that is slow now and then does not hold up other calls.
            if bytes.count < 200_000 {
                #expect(try await transport.fetch(server.request()).1 == "ok")
            }
        }
        #expect(bytes == Array(repeating: piece, count: count).flatMap { $0 } + Array("!".utf8))
        #expect(windows.all.contains(1))
        #expect(server.connectionCount == 1)
    }

    @Test
    func `another connection is opened when the stream limit is reached`() async throws {
        let asked = Event()
        // SETTINGS_MAX_CONCURRENT_STREAMS is 1 (RFC 9113 §6.5.2).
        let server = try server(settings: [0, 3, 0, 0, 0, 1]) { frame, connection in
            guard frame.isEnd else { return }
            if connection.number == 1, frame.stream == 3 { Blocking.wait(for: asked) }
            if connection.number == 2 { asked.happen() }
            connection.send(Frame.answer(frame.stream, "\(connection.number)"))
        }
        let transport = transport()
        #expect(try await transport.fetch(server.request()).1 == "1")
        async let one = transport.fetch(server.request(), timeouts: Self.timeouts).1
        async let other = transport.fetch(server.request(), timeouts: Self.timeouts).1
        #expect(try await Set([one, other]) == ["1", "2"])
    }

    @Test(arguments: [256, 1])
    func `hundreds of concurrent calls are all answered`(connections: Int) async throws {
        // The 300 calls must share 10 streams at a time.
        let server = try server(settings: [0, 3, 0, 0, 0, 10]) { frame, connection in
            if frame.isEnd { connection.send(Frame.answer(frame.stream, "ok")) }
        }
        var options = SocketTransport.Options()
        options.host.assumesHTTP2 = true
        options.connectionsPerHost = connections
        let transport = SocketTransport(options: options)
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<300 {
                group.addTask {
                    try await transport.fetch(server.request(), timeouts: Self.timeouts).1
                }
            }
            for try await text in group { #expect(text == "ok") }
        }
        #expect((1...connections).contains(server.connectionCount))
    }

    @Test
    func `shutting down a transport closes its connections`() async throws {
        let (begun, closed) = (Event(), Event())
        let server = try ScriptedServer { connection in
            guard Frame.readPreface(connection) else { return }
            connection.send(Frame.bytes(Frame.settings))
            while let frame = Frame(connection) { if frame.isEnd { begun.happen() } }
            closed.happen()
        }
        let transport = transport()
        let call = Task {
            await transportError { _ = try await transport.fetch(server.request()) }
        }
        await begun.wait()
        await transport.shutdown()
        #expect(await call.value?.kind == .released)
        await closed.wait()
    }

    @Test
    func `a connection on which a call timed out is not reused`() async throws {
        let server = try server { frame, connection in
            // The server's first connection answers only its first request.
            guard frame.isEnd, connection.number > 1 || frame.stream == 1 else { return }
            connection.send(Frame.answer(frame.stream, "\(connection.number)"))
        }
        let transport = transport()
        #expect(try await transport.fetch(server.request(), timeouts: Self.timeouts).1 == "1")
        let error = await transportError {
            let timeouts = Timeouts(connect: .seconds(20), idle: .milliseconds(100))
            _ = try await transport.fetch(server.request(), timeouts: timeouts)
        }
        #expect(error?.kind == .timedOut(.waiting))
        #expect(try await transport.fetch(server.request(), timeouts: Self.timeouts).1 == "2")
    }

    @Test
    func `waiting calls take over the connection attempt of a cancelled call`() async throws {
        let server = try ScriptedServer { connection in connection.drain() }
        let transport = SocketTransport()
        var request = server.request()
        request.scheme = "https"
        let (first, timeouts) = (
            request, Timeouts(connect: .seconds(20), total: .milliseconds(500))
        )
        let opener = Task { await transportError { _ = try await transport.fetch(first) } }
        while server.connectionCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
        try await withThrowingTaskGroup(of: TransportError.Kind?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await transportError {
                        _ = try await transport.fetch(first, timeouts: timeouts)
                    }?.kind
                }
            }
            try await Task.sleep(for: .milliseconds(50))
            opener.cancel()
            for try await kind in group { #expect(kind == .timedOut(.connecting)) }
        }
        #expect(await opener.value?.kind == .cancelled)
        #expect(server.connectionCount == 1)
    }

    // MARK: - Content and fields

    @Test(arguments: [nil, 1_000_000])
    func `content is sent within the server's flow-control windows`(length: Int?) async throws {
        let received = Notes<Int>()
        let server = try server { frame, connection in
            guard frame.kind == Frame.content else { return }
            received.add(frame.content.count)
            let size = UInt32(max(1, frame.content.count))
            let room = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
            connection.send(Frame.bytes(Frame.window, room))
            if frame.isEnd {
                _ = connection.send(Frame.answer(frame.stream, "thanks"))
                return
            }
            connection.send(Frame.bytes(Frame.window, stream: frame.stream, room))
        }
        let pieces = Array(repeating: [UInt8](repeating: 0x79, count: 10_000), count: 100)
        let source = PieceSource(pieces, length: length)
        let request = server.request(.put, content: Content(reading: source))
        #expect(try await transport().fetch(request, timeouts: Self.timeouts).1 == "thanks")
        #expect(received.all.reduce(0, +) == 1_000_000)
    }

    @Test
    func `a final response ends the upload`() async throws {
        let resets = Notes<UInt32>()
        let server = try server { frame, connection in
            if frame.kind == Frame.reset { resets.add(frame.stream) }
            guard frame.kind == Frame.fields else { return }
            // `:status: 413`, as a literal without indexing.
            let status: [UInt8] = [0x08, 3] + Array("413".utf8)
            connection.send(Frame.bytes(Frame.fields, flags: 5, stream: frame.stream, status))
        }
        let source = CountingSource(pieces: 10_000, size: 10_000)
        let request = server.request(.put, content: Content(reading: source))
        let transport = transport()
        let answer = try await transport.fetch(request, timeouts: Self.timeouts)
        #expect(answer.0.status.code == 413)
        #expect(source.given < 1_000_000)
        #expect(try await transport.fetch(server.request()).0.status.code == 413)
        #expect(resets.all.first == 1)
    }

    @Test
    func `informational responses and trailers are kept apart from the response`() async throws {
        let server = try server { frame, connection in
            guard frame.isEnd else { return }
            let hint: [UInt8] = [0x08, 3] + Array("103".utf8) + [0, 1, 0x68, 1, 0x31]
            let trailer: [UInt8] = [0, 1, 0x74, 1, 0x32]
            connection.send(
                Frame.bytes(Frame.fields, flags: 4, stream: frame.stream, hint)
                    + Frame.ok(frame.stream)
                    + Frame.bytes(Frame.content, stream: frame.stream, Array("ok".utf8))
                    + Frame.bytes(Frame.fields, flags: 5, stream: frame.stream, trailer)
            )
        }
        let hub = CallEvents()
        let events = hub.events()
        let trace = CallTrace(events: hub)
        let answer = try await CallTrace.$current.withValue(trace) {
            try await transport().fetch(server.request(), timeouts: Self.timeouts)
        }
        #expect(answer.1 == "ok")
        #expect(answer.0.fields.isEmpty)
        #expect(trace.trailers["t"] == "2")
        for await event in events {
            if case .informational(let hint) = event.kind { #expect(hint.fields["h"] == "1") }
            if case .informational = event.kind { break }
        }
    }

    @Test
    func `a long header section is sent in several frames`() async throws {
        let section = Notes<[UInt8]>()
        let server = try server { frame, connection in
            if frame.kind == Frame.fields || frame.kind == 9 { section.add(frame.content) }
            // Answers after the last frame of the section, which has the flag END_HEADERS (§6.10).
            guard frame.flags & 4 != 0 else { return }
            connection.send(Frame.answer(frame.stream, "ok"))
        }
        let long = String(repeating: "~", count: 60_000)
        let request = server.request(fields: ["X-Long": long])
        #expect(try await transport().fetch(request, timeouts: Self.timeouts).1 == "ok")
        #expect(section.all.count > 1)
        #expect(section.all.joined().count { $0 == UInt8(ascii: "~") } == 60_000)
    }
}
