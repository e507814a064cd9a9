// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Cancelled transfers` {
    let transport = SocketTransport()

    /// Returns a server that sends a response's head and first piece, and reports when the client
    /// has gone.
    private func endlessServer(gone: Event, received: Event = Event()) throws -> ScriptedServer {
        try ScriptedServer { connection in
            _ = connection.receive()
            received.happen()
            connection.send("HTTP/1.1 200 OK\r\n\r\nabc")
            connection.drain()
            gone.happen()
        }
    }

    @Test
    func `a task that is cancelled before the call sends nothing`() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\n\r\n")
        let task = Task { [transport] in
            while !Task.isCancelled { await Task.yield() }
            return await transportError { _ = try await transport.fetch(server.request()) }
        }
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        #expect(server.connectionCount == 0)
    }

    @Test
    func `cancelling a task that waits for the response ends the transfer`() async throws {
        let (received, gone) = (Event(), Event())
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            received.happen()
            connection.drain()
            gone.happen()
        }
        let task = Task { [transport] in
            await transportError { _ = try await transport.fetch(server.request()) }
        }
        await received.wait()
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        await gone.wait()
    }

    @Test
    func `cancelling a task that reads content ends the transfer`() async throws {
        let (reading, gone) = (Event(), Event())
        let server = try endlessServer(gone: gone)
        let task = Task { [transport] in
            let source = try await transport.send(server.request()).content.makeSource()
            _ = try await source.next()
            reading.happen()
            _ = try await source.next()
        }
        await reading.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await gone.wait()
    }

    @Test
    func `cancelling a task that sends content ends its content source`() async throws {
        let (received, ended) = (Event(), Event())
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            received.happen()
            connection.drain()
        }
        let source = EndlessSource(ended: ended)
        let task = Task { [transport] in
            await transportError {
                let request = server.request(.put, content: Content(reading: source))
                _ = try await transport.fetch(request)
            }
        }
        await source.started.wait()
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        await ended.wait()
    }

    @Test
    func `releasing a response closes its connection`() async throws {
        let gone = Event()
        let server = try endlessServer(gone: gone)
        var response: Response? = try await transport.send(server.request())
        #expect(response?.status == .ok)
        response = nil
        await gone.wait()
    }

    @Test
    func `releasing a transport ends its reads with an error`() async throws {
        let gone = Event()
        let server = try endlessServer(gone: gone)
        var transport: SocketTransport? = SocketTransport()
        let source = try await transport?.send(server.request()).content.makeSource()
        #expect(try await source?.next() == Array("abc".utf8))
        transport = nil
        let error = await transportError { _ = try await source?.next() }
        #expect(error?.kind == .released)
        await gone.wait()
    }

    @Test
    func `a transport that was shut down refuses calls`() async throws {
        let received = Event()
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            received.happen()
            connection.drain()
        }
        async let waiting = transportError { _ = try await transport.fetch(server.request()) }
        await received.wait()
        await transport.shutdown()
        #expect(await waiting?.kind == .released)
        let late = await transportError { _ = try await transport.fetch(server.request()) }
        #expect(late?.kind == .released)
        await transport.shutdown()
    }

    @Test
    func `64 calls that are cancelled together end and are released`() async throws {
        let (received, gone, released) = (Countdown(64), Countdown(64), Countdown(64))
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            received.count()
            connection.drain()
            gone.count()
        }
        let calls = Task { [transport] in
            await withTaskGroup(of: TransportError.Kind?.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        let content = Content(reading: MarkedSource(released: released))
                        let request = server.request(.put, content: content)
                        return await transportError { _ = try await transport.fetch(request) }?.kind
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        await received.done.wait()
        calls.cancel()
        let kinds = await calls.value
        #expect(kinds == Array(repeating: .cancelled, count: 64))
        await gone.done.wait()
        // The sources are released only if the transport no longer holds any transfer.
        await released.done.wait()
    }

    @Test
    func `a call cancelled at any moment returns a response or throws an error`() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        for round in 0..<300 {
            let task = Task { [transport] in try await transport.fetch(server.request()).1 }
            for _ in 0..<(round % 30) { await Task.yield() }
            task.cancel()
            switch await task.result {
            case .success(let text): #expect(text == "ok")
            case .failure(let error as TransportError): #expect(error.kind == .cancelled)
            case .failure(let error): #expect(error is CancellationError)
            }
        }
        let (_, text) = try await transport.fetch(server.request())
        #expect(text == "ok")
    }
}

/// An event that happens after a number of counts.
private final class Countdown: Sendable {
    let done = Event()
    private let left: Mutex<Int>

    init(_ count: Int) {
        left = Mutex(count)
    }

    func count() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { done.happen() }
    }
}

/// A source of one byte that reports when it is released.
private final class MarkedSource: ContentSource {
    let length: Int? = 1
    private let isGiven = Mutex(false)
    private let released: Countdown

    init(released: Countdown) {
        self.released = released
    }

    deinit {
        released.count()
    }

    func next() async throws -> [UInt8]? {
        let isFirst = isGiven.withLock { isGiven in
            defer { isGiven = true }
            return !isGiven
        }
        return isFirst ? [0] : nil
    }
}

/// A source that gives one piece and then waits until it is cancelled.
private final class EndlessSource: ContentSource {
    let length: Int? = nil
    let started = Event()
    private let ended: Event

    init(ended: Event) {
        self.ended = ended
    }

    func next() async throws -> [UInt8]? {
        started.happen()
        do {
            try await Task.sleep(for: .seconds(3600))
        } catch {
            ended.happen()
            throw error
        }
        return [0]
    }
}
