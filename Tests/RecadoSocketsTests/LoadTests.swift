// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Many and large transfers` {
    let transport = SocketTransport()

    @Test
    func `200 concurrent calls each get their own response`() async throws {
        let server = try ScriptedServer { connection in
            while let received = connection.receive() {
                let target = String(received.head.split(separator: " ")[1])
                let content = String(repeating: target, count: 300)
                connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(content.utf8.count)\r\n\r\n\(content)"
                )
            }
        }
        try await withThrowingTaskGroup { group in
            for number in 1000..<1200 {
                group.addTask { [transport] in
                    for round in 0..<3 {
                        let target = "/\(number)-\(round)"
                        let (_, text) = try await transport.fetch(server.request(.get, target))
                        #expect(text == String(repeating: target, count: 300))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(server.connectionCount <= 256)
    }

    @Test
    func `100 concurrent calls use the 64 connections allowed per host`() async throws {
        let (full, arrived) = (Event(), Notes<Int>())
        let server = try ScriptedServer { connection in
            while connection.receive() != nil {
                arrived.add(1)
                if arrived.all.count == 64 { full.happen() }
                Blocking.wait(for: full)
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        var options = SocketTransport.Options()
        options.connectionsPerHost = 64
        let transport = SocketTransport(options: options)
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { try await transport.fetch(server.request()).1 }
            }
            while let text = try await group.next() { #expect(text == "ok") }
        }
        #expect(server.connectionCount == 64)
        await transport.shutdown()
        await #expect(throws: TransportError(.released)) {
            try await transport.fetch(server.request())
        }
    }

    @Test
    func `calls succeed after their connections were idle for two seconds`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let server = try ScriptedServer(answering: answer)
        let timeouts = Timeouts(connect: .seconds(30), idle: .seconds(10))
        for _ in 0..<3 {
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        try await transport.fetch(server.request(), timeouts: timeouts).1
                    }
                }
                for try await text in group { #expect(text == "ok") }
            }
            // After this time the transport watches whether the server closes the idle connections.
            try await Task.sleep(for: .milliseconds(2_200))
        }
    }

    @Test
    func `a reader that pauses stops the sender`() async throws {
        let size = 128 << 20
        let (stalled, resumed) = (Event(), Event())
        let sent = Notes<Int>()
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            let count = connection.sendUntilStalled(limit: size)
            sent.add(count)
            stalled.happen()
            Blocking.wait(for: resumed)
            connection.send([UInt8](repeating: 0x78, count: size - count))
        }
        let response = try await transport.send(server.request())
        await stalled.wait()
        let ahead = try #require(sent.all.first)
        #expect(ahead < 16 << 20, "the server could send \(ahead) bytes ahead")
        resumed.happen()
        let source = response.content.makeSource()
        var count = 0
        while let piece = try await source.next() { count += piece.count }
        #expect(count == size)
    }

    @Test
    func `a server that stops reading pauses the content source`() async throws {
        let resumed = Event()
        let server = try ScriptedServer { connection in
            Blocking.wait(for: resumed)
            let received = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\n\r\n\(received?.content.count ?? 0)")
        }
        let source = CountingSource(pieces: 512, size: 65_536)
        let request = server.request(.put, content: Content(reading: source))
        async let answer = transport.fetch(request)
        await source.settled()
        #expect(source.given < 16 << 20)
        resumed.happen()
        #expect(try await answer.1 == "\(512 * 65_536)")
    }

    @Test
    func `transports leave no file descriptors open`() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        func cycle() async throws {
            let transport = SocketTransport()
            _ = try await transport.fetch(server.request())
            await transport.shutdown()
        }
        try await cycle()
        let before = openDescriptorCount()
        for _ in 0..<100 { try await cycle() }
        // Other tests open connections too, but not hundreds. The server closes its ends after a
        // while; if a descriptor stays open, the time limit ends the test.
        while openDescriptorCount() >= before + 300 { try await Task.sleep(for: .milliseconds(10)) }
        for _ in 0..<100 { _ = SocketTransport() }
    }
}
