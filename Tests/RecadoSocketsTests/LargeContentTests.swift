// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

/// Large content, which its reader receives in pieces.
@Suite(.timeLimit(.minutes(3)))
struct `Large content` {
    private static let size = 4 << 20
    /// Bytes without repetition over short distances, so that no mix-up goes unnoticed.
    private static let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    private let transport = SocketTransport()

    init() {
        // Generates the content beforehand, which takes a while and must not delay a server's
        // response.
        #expect(Self.content.count == Self.size)
    }

    /// Returns a server that sends `count` bytes of the content, by default all of it.
    ///
    /// It calls `end` after a part of the content, or else when the client sends no more requests.
    private func server(
        sending count: Int = size,
        then end: @escaping @Sendable (ScriptedServer.Connection) -> Void
    ) throws -> ScriptedServer {
        try ScriptedServer { connection in
            while connection.receive() != nil {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n")
                connection.send(Array(Self.content.prefix(count)))
                if count < Self.size { return end(connection) }
            }
            end(connection)
        }
    }

    /// Returns a server that sends until the client leaves, and then reports that.
    private func endlessServer(gone: Event) throws -> ScriptedServer {
        try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(1 << 40)\r\n\r\n")
            while connection.send(Self.content) {}
            gone.happen()
        }
    }

    /// Reads at least 200 000 bytes, which is less than the content has.
    private func readSome(_ source: any ContentSource) async throws -> Int {
        var count = 0
        while count < 200_000, let piece = try await source.next() { count += piece.count }
        return count
    }

    @Test(arguments: [0, 1, 5])
    func `arrives complete even if the reader retains several pieces`(kept: Int) async throws {
        let server = try server { $0.drain() }
        for _ in 0..<3 {
            let response = try await transport.send(server.request())
            var (pieces, bytes): ([[UInt8]], [UInt8]) = ([], [])
            for try await piece in response.content.pieces {
                pieces.append(piece)
                if pieces.count > kept { bytes += pieces.removeFirst() }
            }
            bytes += pieces.joined()
            #expect(bytes == Self.content)
        }
        // All three calls have used the same connection.
        #expect(server.connectionCount == 1)
    }

    @Test
    func `arrives complete from a slow server`() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n")
            for start in stride(from: 0, to: Self.size, by: 300_000) {
                connection.send(Array(Self.content[start...].prefix(300_000)))
                pause(milliseconds: 5)
            }
            connection.drain()
        }
        let response = try await transport.send(server.request())
        #expect(try await response.content.collect(upTo: .max) == Self.content)
    }

    @Test
    func `is delivered up to its premature end before an error is thrown`() async throws {
        let count = Self.size - 100_000
        let server = try server(sending: count) { $0.close() }
        let source = try await transport.send(server.request()).content.makeSource()
        var received = try await readSome(source)
        let error = await transportError {
            while let piece = try await source.next() { received += piece.count }
        }
        #expect(received == count)
        #expect(error?.kind == .connectionLost)
        #expect(error?.detail.contains("within the answer") == true)
    }

    @Test
    func `causes an error if its connection is reset`() async throws {
        let server = try server(sending: Self.size - 100_000) { $0.reset() }
        let source = try await transport.send(server.request()).content.makeSource()
        let error = await transportError { while try await source.next() != nil {} }
        #expect(error?.kind == .connectionLost)
        #expect(error?.detail.contains("within the answer") == true)
    }

    @Test
    func `times out if it stalls, but not while its reader is busy`() async throws {
        let server = try server(sending: Self.size - 100_000) { $0.drain() }
        let timeouts = Timeouts(idle: .milliseconds(300))
        let response = try await transport.send(server.request(), timeouts: timeouts)
        let source = response.content.makeSource()
        var received = try await readSome(source)
        try await Task.sleep(for: .milliseconds(700))
        let error = await transportError {
            while let piece = try await source.next() { received += piece.count }
        }
        #expect(received == Self.size - 100_000)
        #expect(error?.kind == .timedOut(.receiving))
    }

    @Test
    func `times out at the total limit even if it keeps arriving`() async throws {
        let gone = Event()
        let server = try endlessServer(gone: gone)
        let timeouts = Timeouts(total: .seconds(2))
        let response = try await transport.send(server.request(), timeouts: timeouts)
        let source = response.content.makeSource()
        let error = await transportError { while try await source.next() != nil {} }
        #expect(error?.kind == .timedOut(.receiving))
        await gone.wait()
    }

    @Test(arguments: [true, false])
    func `is aborted when its reader is cancelled or released`(isCancelled: Bool) async throws {
        let (reading, gone) = (Event(), Event())
        let server = try endlessServer(gone: gone)
        let task = Task { [transport] in
            let source = try await transport.send(server.request()).content.makeSource()
            _ = try await readSome(source)
            reading.happen()
            while isCancelled, try await source.next() != nil {}
        }
        await reading.wait()
        if isCancelled {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        await gone.wait()
    }

    @Test
    func `causes an error when the transport is shut down`() async throws {
        let gone = Event()
        let server = try endlessServer(gone: gone)
        let source = try await transport.send(server.request()).content.makeSource()
        _ = try await readSome(source)
        async let error = transportError { while try await source.next() != nil {} }
        await transport.shutdown()
        #expect(await error?.kind == .released)
        await gone.wait()
    }

    @Test
    func `arrives complete even if the server pauses while sending it`() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n")
            connection.send(Array(Self.content.prefix(40_000)))
            pause(milliseconds: 100)
            connection.send(Array(Self.content.dropFirst(40_000)))
            connection.drain()
        }
        let timeouts = Timeouts(total: .seconds(30))
        let response = try await transport.send(server.request(), timeouts: timeouts)
        #expect(try await response.content.collect(upTo: .max) == Self.content)
    }

    @Test(arguments: ["Connection: close\r\n", ""])
    func `is followed by a new connection if reuse is not allowed`(field: String) async throws {
        // Without the field, the server sends an unexpected second response.
        let rest = field.isEmpty ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" : ""
        let server = try ScriptedServer { connection in
            guard connection.receive() != nil else { return }
            let length = "Content-Length: \(Self.size)"
            connection.send("HTTP/1.1 200 OK\r\n\(field)\(length)\r\n\r\n")
            connection.send(Self.content + rest.utf8)
            connection.drain()
        }
        for count in 1...3 {
            let source = try await transport.send(server.request()).content.makeSource()
            var received = try await readSome(source)
            while let piece = try await source.next() { received += piece.count }
            #expect(received == Self.size)
            #expect(server.connectionCount == count)
        }
    }

    @Test
    func `is included in the byte count of the timings`() async throws {
        let server = try server { $0.drain() }
        let trace = CallTrace(events: nil)
        try await CallTrace.$current.withValue(trace) {
            let source = try await transport.send(server.request()).content.makeSource()
            _ = try await readSome(source)
            while try await source.next() != nil {}
        }
        #expect(try #require(trace.timings).bytesReceived > Self.size)
    }

    @Test
    func `is reported piece by piece to an event listener`() async throws {
        let server = try server { $0.drain() }
        let hub = CallEvents(capacity: Self.size)
        let events = hub.events()
        async let counts = {
            var counts: [Int] = []
            for await event in events {
                if case .content(let bytes) = event.kind { counts.append(bytes) }
                if counts.last == Self.size { break }
            }
            return counts
        }()
        try await CallTrace.$current.withValue(CallTrace(events: hub)) {
            for try await piece in try await transport.send(server.request()).content.pieces {
                #expect(!piece.isEmpty)
            }
        }
        #expect(await counts.count >= Self.size / 262_144)
    }
}
