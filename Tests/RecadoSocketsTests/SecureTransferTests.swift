// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

/// HTTP/1.1 over TLS, where decrypted bytes may wait without an event of the socket.
@Suite(.timeLimit(.minutes(2)))
struct `HTTP 1 over TLS` {
    private static let timeouts = Timeouts(connect: .seconds(20), idle: .seconds(20))

    private func transport(
        _ front: TLSFront,
        _ configure: (inout SocketTransport.Options) -> Void = { _ in }
    ) -> SocketTransport {
        var options = SocketTransport.Options()
        options.host.trust = .authorities(file: front.certificateFile)
        configure(&options)
        return SocketTransport(options: options)
    }

    private func request(
        _ front: TLSFront,
        _ method: Method = .get,
        _ content: Content = .empty
    ) -> Request {
        Request(
            method: method,
            scheme: "https",
            authority: "localhost:\(front.port)",
            target: "/",
            content: content
        )
    }

    @Test
    func `connections are reused, and concurrent calls use separate ones`() async throws {
        let server = try ScriptedServer { connection in
            while connection.receive() != nil {
                // A delay, so that concurrent calls cannot share one connection one after another.
                pause(milliseconds: 200)
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let front = try TLSFront(before: server.port)
        let transport = transport(front)
        for _ in 0..<3 { #expect(try await transport.fetch(request(front)).1 == "ok") }
        #expect(server.connectionCount == 1)
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<24 { group.addTask { try await transport.fetch(request(front)).1 } }
            for try await text in group { #expect(text == "ok") }
        }
        #expect((2...25).contains(server.connectionCount))
    }

    @Test
    func `a slow reader gets a long response completely`() async throws {
        let length = 3_000_000
        let server = try ScriptedServer { connection in
            while connection.receive() != nil {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
                connection.send([UInt8](repeating: 0x78, count: length))
            }
        }
        let front = try TLSFront(before: server.port)
        let transport = transport(front) { $0.streamWindow = 160_000 }
        for _ in 0..<2 {
            let answer = try await transport.send(request(front), timeouts: Self.timeouts)
            var count = 0
            for try await piece in answer.content.pieces {
                count += piece.count
                // The reader pauses now and then, so that the transfer has stopped before it
                // continues.
                if count % 7 == 0 { try await Task.sleep(for: .milliseconds(2)) }
            }
            #expect(count == length)
        }
        #expect(server.connectionCount == 1)
    }

    @Test
    func `content that begins in the TLS record of its head is complete`() async throws {
        let server = try ScriptedServer { connection in
            while let received = connection.receive() {
                let length = Int(received.value(of: "X-Length") ?? "") ?? 0
                let head = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
                connection.send(Array(head.utf8) + [UInt8](repeating: 0x78, count: length))
            }
        }
        let front = try TLSFront(before: server.port)
        let transport = transport(front)
        for length in stride(from: 16_300, through: 90_000, by: 4_093) {
            var request = request(front)
            request.fields["X-Length"] = "\(length)"
            let text = try await transport.fetch(request, timeouts: Self.timeouts).1
            #expect(text.utf8.count == length)
        }
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: [nil, 3_000_000])
    func `long content is sent completely`(length: Int?) async throws {
        let server = try ScriptedServer { connection in
            while let received = connection.receive() {
                let text = "\(received.content.count)"
                connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
                )
            }
        }
        let front = try TLSFront(before: server.port)
        let transport = transport(front)
        for _ in 0..<2 {
            let pieces = Array(repeating: [UInt8](repeating: 0x79, count: 100_000), count: 30)
            let content = Content(reading: PieceSource(pieces, length: length))
            let answer = try await transport.fetch(
                request(front, .put, content),
                timeouts: Self.timeouts
            )
            #expect(answer.1 == "3000000")
        }
        #expect(server.connectionCount == 1)
    }

    @Test
    func `an idle connection that has ended is replaced`() async throws {
        let server = try ScriptedServer { connection in
            guard connection.receive() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        let front = try TLSFront(before: server.port)
        let transport = transport(front)
        for _ in 0..<3 {
            #expect(try await transport.fetch(request(front, .post, .init("abc"))).1 == "ok")
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(server.connectionCount == 3)
    }
}
