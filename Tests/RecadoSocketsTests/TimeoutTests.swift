// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Timeouts of transfers` {
    let transport = SocketTransport()

    @Test
    func `a server that never answers causes a timeout while waiting`() async throws {
        let server = try ScriptedServer { connection in connection.drain() }
        for timeouts in [Timeouts(idle: .milliseconds(80)), Timeouts(total: .milliseconds(80))] {
            let error = await transportError {
                _ = try await transport.fetch(server.request(), timeouts: timeouts)
            }
            #expect(error?.kind == .timedOut(.waiting))
        }
    }

    @Test
    func `a handshake that does not end causes a timeout while connecting`() async throws {
        let server = try ScriptedServer { connection in connection.drain() }
        var request = server.request()
        request.scheme = "https"
        let error = await transportError {
            _ = try await transport.fetch(request, timeouts: Timeouts(connect: .milliseconds(80)))
        }
        #expect(error?.kind == .timedOut(.connecting))
    }

    @Test
    func `content that stalls causes a timeout while receiving`() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
            connection.drain()
        }
        let timeouts = Timeouts(idle: .seconds(1))
        let response = try await transport.send(server.request(), timeouts: timeouts)
        let source = response.content.makeSource()
        #expect(source.length == 9)
        #expect(try await source.next() == Array("abc".utf8))
        let error = await transportError { _ = try await source.next() }
        #expect(error?.kind == .timedOut(.receiving))
    }

    @Test
    func `slow content exceeds the total timeout, but not the idle one`() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send([0x78]) { pause(milliseconds: 20) }
        }
        let timeouts = Timeouts(idle: .seconds(2), total: .seconds(5))
        let error = await transportError {
            _ = try await transport.fetch(server.request(), timeouts: timeouts)
        }
        #expect(error?.kind == .timedOut(.receiving))
        #expect(error?.detail.contains("no end") == true)
    }

    @Test
    func `a server that reads no content causes a timeout while sending`() async throws {
        let released = Event()
        let server = try ScriptedServer { connection in
            Blocking.wait(for: released)
            connection.drain()
        }
        let content = Content([UInt8](repeating: 0, count: 32 << 20))
        let error = await transportError {
            let timeouts = Timeouts(idle: .milliseconds(150))
            _ = try await transport.fetch(
                server.request(.put, content: content),
                timeouts: timeouts
            )
        }
        released.happen()
        #expect(error?.kind == .timedOut(.sending))
    }

    /// A source that gives one piece, and then nothing until its reader is cancelled.
    private final class StalledSource: ContentSource {
        let length: Int?
        private let hasGiven = Mutex(false)

        init(length: Int?) { self.length = length }

        func next() async throws -> [UInt8]? {
            let isFirst = hasGiven.withLock { hasGiven in
                defer { hasGiven = true }
                return !hasGiven
            }
            if isFirst { return Array("abc".utf8) }
            try await Task.sleep(for: .seconds(3600))
            return nil
        }
    }

    @Test(arguments: [9, nil], [Status.contentTooLarge, .unauthorized])
    func `a 401 or 413 response is read completely even if the upload stalls`(
        length: Int?,
        status: Status
    ) async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receiveHead()
            connection.send("HTTP/1.1 \(status.code) No\r\nContent-Length: 6\r\n\r\n")
            connection.send("enough")
            connection.drain()
        }
        let content = Content(reading: StalledSource(length: length))
        let request = server.request(.put, content: content)
        let timeouts = Timeouts(total: .seconds(20))
        let (answer, text) = try await transport.fetch(request, timeouts: timeouts)
        #expect(answer.status == status)
        #expect(text == "enough")
    }

    @Test
    func `a slow reader does not cause an idle timeout`() async throws {
        let size = 8 << 20
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            connection.send([UInt8](repeating: 0x78, count: size))
        }
        let timeouts = Timeouts(idle: .seconds(1))
        let response = try await transport.send(server.request(), timeouts: timeouts)
        // Real time must pass here, because the test is about the transport's own clock.
        try await Task.sleep(for: .seconds(2))
        #expect(try await response.content.collect(upTo: size).count == size)
    }

    @Test
    func `a transfer without timeouts succeeds`() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let timeouts = Timeouts(connect: nil, idle: nil, total: nil)
        let (_, text) = try await transport.fetch(server.request(), timeouts: timeouts)
        #expect(text == "ok")
    }
}
