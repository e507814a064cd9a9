// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// The actor that runs a WebSocket: it passes bytes and messages between the protocol's state
/// machine, the network connection, and the tasks that read and send.
///
/// 1. Frames are written in the order in which the machine creates them.
/// 2. One message is sent at a time, and it is sent completely unless the WebSocket ends.
/// 3. ``end`` is set once. Afterwards no task waits in this actor, and the connection is being
///    closed.
actor WebSocketEngine {
    private var machine: WebSocketMachine
    private let connection: any ByteConnection
    private let options: WebSocket.Options
    private let stopwatch: Stopwatch

    /// The error with which the WebSocket ended; `nil` while it is open.
    private(set) var end: WebSocketError?
    /// True once `close` was called, by the program or at the idle limit; messages that arrive
    /// later are discarded.
    private var isClosing = false

    private var inbox = WebSocketInbox()
    private var readers: [Promise<WebSocketMessage?>] = []
    private var isSending = false
    private var senders: [Promise<Void>] = []
    private var closers: [Promise<Void>] = []
    /// The promise for which the reading loop waits while too many messages are unread.
    private var room: Promise<Void>?

    /// The number of times that bytes have arrived on the connection.
    private var arrivals = 0
    /// The time at which the last message was sent or received.
    private var lastMessage: Duration

    /// The maximum total size, in bytes, of pongs that wait to be sent; beyond it, the WebSocket
    /// fails.
    private static let answerLimit = 1 << 20

    init(
        _ connection: any ByteConnection,
        deflate: WebSocketDeflate?,
        options: WebSocket.Options
    ) {
        self.connection = connection
        self.options = options
        stopwatch = Stopwatch(options.clock)
        lastMessage = stopwatch.now
        machine = WebSocketMachine(
            role: .client,
            limits: options.limits,
            codec: deflate.map { WebSocketCodec(client: $0) }
        )
    }

    /// The close code and reason of the server; `nil` while the WebSocket is open.
    var closeEvent: WebSocketClose? {
        end.map { $0.close ?? WebSocketClose(.abnormal) }
    }

    // MARK: - Running

    /// Reads the connection until the WebSocket ends; cancelling the task sends a close frame.
    func run(beginningWith bytes: [UInt8]) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.watchSilence() }
            group.addTask { await self.watchIdleness() }
            await receive(beginningWith: bytes)
            group.cancelAll()
        }
        await awaitEndOfConnection()
        connection.close()
    }

    private func receive(beginningWith bytes: [UInt8]) async {
        machine.feed(bytes)
        do {
            while end == nil {
                while let action = machine.next() {
                    perform(action)
                    await makeRoom()
                }
                if end != nil { return }
                guard let bytes = try await connection.read() else {
                    machine.feedEnd()
                    continue
                }
                arrivals += 1
                machine.feed(bytes)
            }
        } catch {
            if error.kind == .cancelled { abandon() } else { finish(WebSocketError(error)) }
        }
    }

    private func perform(_ action: WebSocketMachine.Action) {
        switch action {
        case .write(let bytes):
            guard connection.backlog <= Self.answerLimit + options.limits.sentFrame else {
                let detail = "more pings than answers were taken"
                return fail(WebSocketError(.protocolViolation, detail))
            }
            connection.write(bytes)
        case .deliver(let message):
            deliver(message)
        case .end(.closed(let close)):
            finish(WebSocketError(.closed, "\(close)", close: close))
        case .end(.failed(let failure)):
            let kind: WebSocketError.Kind = failure.code == .tooBig ? .tooLarge : .protocolViolation
            finish(WebSocketError(kind, "\(failure)", underlying: failure))
        case .end(.lost):
            finish(WebSocketError(.unreachable, "the connection ended without a close frame"))
        }
    }

    /// Waits a limited time for the server to close the connection first, as RFC 6455 §7.1.1
    /// recommends.
    private func awaitEndOfConnection() async {
        guard end?.close != nil else { return }
        await withTaskGroup(of: Void.self) { group in
            let (stopwatch, connection, limit) = (stopwatch, connection, options.closeTimeout)
            group.addTask {
                // The sleep is cancelled as soon as the server closes the connection.
                try? await stopwatch.sleep(for: limit)
                connection.close()
            }
            // A read error also ends the wait, because the connection is closed then.
            while let bytes = try? await connection.read(), !bytes.isEmpty {}
            group.cancelAll()
        }
    }

    // MARK: - Reading

    /// Returns the next message; `nil` if the WebSocket was closed normally.
    func next() async throws(WebSocketError) -> WebSocketMessage? {
        if Task.isCancelled {
            abandon()
            throw WebSocketError(.cancelled)
        }
        if let message = inbox.popFirst() {
            if inbox.size <= options.buffer { room?.fulfil(()) }
            return message
        }
        if end != nil { return try atEnd() }
        let promise = Promise<WebSocketMessage?>()
        readers.append(promise)
        switch await promise.outcome(within: nil, stopwatch) {
        case .value(let message?): return message
        case .value(nil): return try atEnd()
        case .cancelled, .late:
            abandon()
            throw WebSocketError(.cancelled)
        }
    }

    private func atEnd() throws(WebSocketError) -> WebSocketMessage? {
        guard let end, !isClosing, end.close?.code.isOrdinary != true else { return nil }
        throw end
    }

    private func deliver(_ message: WebSocketMessage) {
        lastMessage = stopwatch.now
        if isClosing { return }
        while !readers.isEmpty {
            if readers.removeFirst().fulfil(message) { return }
        }
        inbox.append(message)
    }

    /// Waits until enough unread messages have been read.
    private func makeRoom() async {
        guard inbox.size > options.buffer, end == nil, !isClosing else { return }
        let promise = Promise<Void>()
        room = promise
        _ = await promise.outcome(within: nil, stopwatch)
        room = nil
    }

    // MARK: - Sending

    /// Sends a message as soon as the connection can accept it.
    func send(_ message: WebSocketMessage) async throws(WebSocketError) {
        try await takeTurn()
        defer { passTurn() }
        try await drain()
        guard end == nil, var outgoing = machine.begin(message) else { throw closed }
        lastMessage = stopwatch.now
        while let frame = machine.nextFrame(of: &outgoing) {
            connection.write(frame)
            if outgoing.isOver { return }
            do {
                try await drain()
            } catch {
                // The server could not use a partial message.
                if error.kind == .cancelled { abandon() }
                throw error
            }
        }
        throw closed
    }

    private func drain() async throws(WebSocketError) {
        if Task.isCancelled { throw WebSocketError(.cancelled) }
        if end != nil { throw closed }
        do {
            try await connection.drain()
        } catch {
            throw error.kind == .cancelled
                ? WebSocketError(.cancelled) : end ?? WebSocketError(error)
        }
    }

    /// Returns the error for a call after the WebSocket has ended.
    private var closed: WebSocketError {
        if let end, !isClosing { return end }
        return WebSocketError(.closed, "it has been closed here", close: end?.close)
    }

    private func takeTurn() async throws(WebSocketError) {
        guard isSending else {
            isSending = true
            return
        }
        let promise = Promise<Void>()
        senders.append(promise)
        guard case .value = await promise.outcome(within: nil, stopwatch) else {
            throw WebSocketError(.cancelled)
        }
    }

    private func passTurn() {
        while !senders.isEmpty {
            if senders.removeFirst().fulfil(()) { return }
        }
        isSending = false
    }

    // MARK: - Closing

    /// Sends a close frame and waits for the server's close frame, up to the time limit.
    func close(_ close: WebSocketClose) async {
        guard end == nil else { return }
        beginClosing(close)
        let promise = Promise<Void>()
        closers.append(promise)
        guard case .value = await promise.outcome(within: options.closeTimeout, stopwatch) else {
            return fail(WebSocketError(.closed, "the server did not answer the close frame"))
        }
    }

    private func beginClosing(_ close: WebSocketClose) {
        isClosing = true
        inbox = WebSocketInbox()
        if let bytes = machine.close(close) { connection.write(bytes) }
        room?.fulfil(())
    }

    /// Ends the WebSocket because a task that used it was cancelled.
    private func abandon() {
        if end != nil { return }
        if let bytes = machine.close(WebSocketClose(.goingAway)) { connection.write(bytes) }
        fail(WebSocketError(.closed, "a task that used it was cancelled"))
    }

    private func fail(_ error: WebSocketError) {
        finish(error)
        connection.close()
    }

    private func finish(_ error: WebSocketError) {
        if end != nil { return }
        end = error
        for reader in readers { reader.fulfil(nil) }
        for closer in closers { closer.fulfil(()) }
        (readers, closers) = ([], [])
        room?.fulfil(())
        // A sender may be blocked because the server accepts no more bytes; this resumes it.
        if error.close == nil { connection.close() }
    }

    // MARK: - Time

    /// Sends a ping whenever the server has been silent for the interval.
    private func watchSilence() async {
        guard let interval = options.pingInterval else { return }
        while end == nil {
            guard await isSilent(for: interval) else {
                if Task.isCancelled { return }
                continue
            }
            guard let ping = machine.ping() else { return }
            connection.write(ping)
            if await isSilent(for: options.pongTimeout) {
                let detail = "nothing arrived in \(options.pongTimeout) after a ping"
                return fail(WebSocketError(.timedOut, detail))
            }
        }
    }

    /// True if no bytes arrive within a duration although the connection is being read.
    private func isSilent(for duration: Duration) async -> Bool {
        let before = arrivals
        guard (try? await stopwatch.sleep(for: duration)) != nil else { return false }
        return end == nil && arrivals == before && room == nil
    }

    private func watchIdleness() async {
        guard let limit = options.idleLimit else { return }
        while end == nil {
            let left = lastMessage + limit - stopwatch.now
            if left <= .zero {
                return await close(WebSocketClose(.normal, "no message for a long time"))
            }
            guard (try? await stopwatch.sleep(for: left)) != nil else { return }
        }
    }
}
