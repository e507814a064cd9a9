// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Pings and timeouts of a WebSocket` {
    let clock = VirtualClock()
    let memory: MemoryWebSocket

    init() throws {
        memory = try MemoryWebSocket()
    }

    /// The sleeps after the first one, which belongs to the time limit of the handshake.
    private var sleeps: [Duration] { Array(clock.sleeps.dropFirst()) }

    @Test
    func `a silent server gets a ping, and the WebSocket fails without an answer`() async throws {
        let clock = clock
        let (socket, opened) = try await memory.open { $0.clock = clock }
        let remote = try #require(opened)
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))
        let ping = await remote.connection.receive()
        #expect(ping?.first == 0x89)
        await clock.sleepers(1)
        clock.advance(by: .seconds(20))
        let error = await webSocketError { for try await _ in socket.messages {} }
        #expect(error?.kind == .timedOut)
        #expect(await socket.closeEvent?.code == .abnormal)
        await remote.connection.waitForEnd()
        #expect(sleeps == [.seconds(30), .seconds(20)])
    }

    @Test
    func `any message counts as an answer to a ping`() async throws {
        let clock = clock
        let (socket, opened) = try await memory.open { $0.clock = clock }
        var remote = try #require(opened)
        var messages = socket.messages.makeAsyncIterator()
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))
        _ = await remote.connection.receive()
        await clock.sleepers(1)
        remote.send(.text("aquí"))
        #expect(try await messages.next() == .text("aquí"))
        clock.advance(by: .seconds(20))
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))
        #expect(await remote.connection.receive()?.first == 0x89)
        #expect(sleeps.prefix(3) == [.seconds(30), .seconds(20), .seconds(30)])
    }

    @Test
    func `no ping is sent while messages wait for a reader`() async throws {
        let clock = clock
        let (socket, opened) = try await memory.open {
            $0.clock = clock
            $0.buffer = 0
        }
        var remote = try #require(opened)
        remote.send(.text("uno"))
        remote.send(.text("dos"))
        await clock.sleepers(1)
        await remote.connection.waitForReader()
        for _ in 0..<3 {
            clock.advance(by: .seconds(30))
            await clock.sleepers(1)
        }
        var messages = socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("uno"))
        #expect(try await messages.next() == .text("dos"))
        remote.close(.normal)
        #expect(try await messages.next() == nil)
        #expect(await remote.connection.receive()?.first == 0x88)
    }

    @Test
    func `a WebSocket without messages is closed after the idle limit`() async throws {
        let clock = clock
        let (socket, opened) = try await memory.open {
            $0.clock = clock
            $0.pingInterval = nil
            $0.idleLimit = .seconds(60)
        }
        var remote = try #require(opened)
        await clock.sleepers(1)
        clock.advance(by: .seconds(40))
        try await socket.send(.text("Hola"))
        clock.advance(by: .seconds(20))
        await clock.sleepers(1)
        #expect(sleeps == [.seconds(60), .seconds(40)])
        clock.advance(by: .seconds(40))
        #expect(await remote.next() == .deliver(.text("Hola")))
        let farewell = WebSocketClose(.normal, "no message for a long time")
        #expect(await remote.next() == .end(.closed(farewell)))
        for try await message in socket.messages { Issue.record("unexpected \(message)") }
        #expect(await socket.closeEvent?.code == .normal)
    }

    @Test
    func `the wait for the server's close frame ends after five seconds`() async throws {
        let clock = clock
        let (socket, opened) = try await memory.open {
            $0.clock = clock
            $0.pingInterval = nil
        }
        let remote = try #require(opened)
        async let closing: Void = socket.close()
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        await closing
        await remote.connection.waitForEnd()
        #expect(await socket.closeEvent?.code == .abnormal)
        #expect(sleeps == [.seconds(5)])
    }

    @Test
    func `a connection left open after the server's close frame is closed`() async throws {
        let clock = clock
        let (socket, opened) = try await memory.open {
            $0.clock = clock
            $0.pingInterval = nil
        }
        var remote = try #require(opened)
        remote.close(WebSocketClose.Code(4000), "adiós")
        let error = await webSocketError { for try await _ in socket.messages {} }
        #expect(error?.kind == .closed)
        #expect(error?.close == WebSocketClose(WebSocketClose.Code(4000), "adiós"))
        await clock.sleepers(1)
        #expect(!remote.connection.isClosed)
        clock.advance(by: .seconds(5))
        await remote.connection.waitForEnd()
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `Readers and senders of a WebSocket` {
    let memory: MemoryWebSocket

    init() throws {
        memory = try MemoryWebSocket()
    }

    @Test
    func `each message is delivered to exactly one of several readers`() async throws {
        let (socket, opened) = try await memory.open()
        var remote = try #require(opened)
        let readers = (0..<3).map { _ in
            Task {
                var texts: [WebSocketMessage] = []
                for try await message in socket.messages { texts.append(message) }
                return texts
            }
        }
        let sent = (0..<100).map { WebSocketMessage.text("\($0)") }
        for message in sent { remote.send(message) }
        remote.close(.normal)
        var read: [WebSocketMessage] = []
        for reader in readers { read += try await reader.value }
        #expect(read.count == 100)
        #expect(Set(read) == Set(sent))
    }

    @Test
    func `a message that cannot be decoded does not end the sequence`() async throws {
        let (socket, opened) = try await memory.open()
        var remote = try #require(opened)
        var values = socket.messages(of: [Int].self).makeAsyncIterator()
        remote.send(.text("nada"))
        remote.send(.text("[1, 2]"))
        do {
            let value = try await values.next()
            Issue.record("unexpected \(String(describing: value))")
        } catch {
            #expect(error.kind == .unreadable)
        }
        #expect(try await values.next() == [1, 2])
    }

    @Test
    func `unread messages are delivered before the connection error`() async throws {
        let (socket, opened) = try await memory.open()
        var remote = try #require(opened)
        remote.send(.text("última"))
        remote.connection.end(.failure(TransportError(.connectionLost, "gone")))
        var messages = socket.messages.makeAsyncIterator()
        #expect(try await messages.next() == .text("última"))
        do {
            _ = try await messages.next()
            Issue.record("expected an error")
        } catch {
            #expect(error.kind == .unreachable)
        }
    }

    @Test(
        arguments: [
            ([0x83, 0x00], 1002), ([0x81, 0x81, 0, 0, 0, 0, 0], 1002), ([0xC1, 0x00], 1002),
            ([0x81, 0x02, 0xC3, 0x28], 1007), ([0x88, 0x01, 0x03], 1002), ([0x80, 0x00], 1002),
        ] as [([UInt8], UInt16)]
    )
    func `a protocol violation closes the WebSocket with the matching code`(
        bytes: [UInt8],
        code: UInt16
    ) async throws {
        let (socket, opened) = try await memory.open()
        var remote = try #require(opened)
        remote.connection.send(bytes)
        let error = await webSocketError { for try await _ in socket.messages {} }
        #expect(error?.kind == .protocolViolation)
        guard case .end(.closed(let close)) = await remote.next() else {
            Issue.record("no farewell")
            return
        }
        #expect(close.code.rawValue == code)
        await remote.connection.waitForEnd()
    }

    @Test
    func `releasing a WebSocket sends a close frame`() async throws {
        var (socket, opened): (WebSocket?, RemoteSocket?) = try await memory.open()
        var remote = try #require(opened)
        opened = nil
        #expect(socket != nil)
        socket = nil
        #expect(await remote.next() == .end(.closed(WebSocketClose(.goingAway))))
        await remote.connection.waitForEnd()
    }

    // MARK: - Cancellation

    @Test
    func `cancelling a reader closes the WebSocket`() async throws {
        let (socket, opened) = try await memory.open()
        var remote = try #require(opened)
        let reader = Task { try await socket.messages.first { _ in true } }
        reader.cancel()
        let error = await webSocketError { _ = try await reader.value }
        #expect(error?.kind == .cancelled)
        #expect(await remote.next() == .end(.closed(WebSocketClose(.goingAway))))
        await remote.connection.waitForEnd()
        let late = await webSocketError { try await socket.send(.text("tarde")) }
        #expect(late?.kind == .closed)
    }

    @Test
    func `cancelling a queued sender keeps the WebSocket usable`() async throws {
        let (socket, opened) = try await memory.open { $0.offersCompression = false }
        var remote = try #require(opened)
        remote.connection.take(false)
        let large = WebSocketMessage.binary([UInt8](repeating: 7, count: 200_000))
        let first = Task { try await socket.send(large) }
        await remote.connection.waitForBacklog(65_536)
        let second = Task { try await socket.send(.text("nunca")) }
        second.cancel()
        #expect(await webSocketError { try await second.value }?.kind == .cancelled)
        remote.connection.take(true)
        try await first.value
        try await socket.send(.text("siempre"))
        #expect(await remote.next() == .deliver(large))
        #expect(await remote.next() == .deliver(.text("siempre")))
    }

    @Test
    func `a cancelled sender that waits for buffer space keeps the WebSocket open`() async throws {
        let (socket, opened) = try await memory.open { $0.offersCompression = false }
        var remote = try #require(opened)
        remote.connection.take(false)
        let frame = WebSocketMessage.binary([UInt8](repeating: 7, count: 65_536))
        try await socket.send(frame)
        let second = Task { try await socket.send(.text("nunca")) }
        second.cancel()
        #expect(await webSocketError { try await second.value }?.kind == .cancelled)
        remote.connection.take(true)
        try await socket.send(.text("siempre"))
        #expect(await remote.next() == .deliver(frame))
        #expect(await remote.next() == .deliver(.text("siempre")))
    }

    @Test
    func `cancelling a partly sent message closes the connection`() async throws {
        let (socket, opened) = try await memory.open { $0.offersCompression = false }
        let remote = try #require(opened)
        remote.connection.take(false)
        let large = WebSocketMessage.binary([UInt8](repeating: 7, count: 200_000))
        let sender = Task { try await socket.send(large) }
        await remote.connection.waitForBacklog(65_536)
        sender.cancel()
        #expect(await webSocketError { try await sender.value }?.kind == .cancelled)
        await remote.connection.waitForEnd()
        #expect(await socket.closeEvent?.code == .abnormal)
    }

    @Test
    func `closing ends a sender that waits for buffer space`() async throws {
        let clock = VirtualClock()
        let (socket, opened) = try await memory.open {
            $0.offersCompression = false
            $0.pingInterval = nil
            $0.clock = clock
        }
        let remote = try #require(opened)
        remote.connection.take(false)
        let large = WebSocketMessage.binary([UInt8](repeating: 7, count: 200_000))
        let sender = Task { try await socket.send(large) }
        await remote.connection.waitForBacklog(65_536)
        async let closing: Void = socket.close()
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        await closing
        #expect(await webSocketError { try await sender.value }?.kind == .closed)
    }
}
