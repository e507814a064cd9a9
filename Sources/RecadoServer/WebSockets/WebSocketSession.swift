// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The server's side of one WebSocket: its state machine, its connection, and its users.
///
/// 1. Frames are written in the order in which the state machine makes them, because nothing
///    suspends between making and queueing them.
/// 2. One message is sent at a time, and a message that has begun is sent completely or not at all.
/// 3. ``end`` is set once. After that, no task waits for the client.
/// 4. Bytes that are held for messages are counted in ``MessageMemory``.
/// 5. ``signal`` rings whenever a condition changes that a task may wait for. Nothing suspends
///    between checking the condition and reading ``AsyncSignal/rings``, so that no ring is missed.
actor WebSocketSession: WebSocketConnection {
    /// The number of waiting bytes above which senders have to wait.
    static let room = 65_536

    nonisolated let subprotocol: String?
    let options: WebSocketOptions
    let signal = AsyncSignal()

    private(set) var machine: WebSocketMachine
    private var connection: TakenConnection?
    /// The reason why the WebSocket ended; `nil` while it is open.
    private(set) var end: WebSocketMachine.End?
    /// The close that this side has sent; no messages are delivered after it.
    private var farewell: WebSocketClose?

    private var inbox = MessageQueue<WebSocketMessage>()
    private var inboxSize = 0
    private var share: MessageShare
    private var isSending = false
    private var outbox: [UInt8] = []
    private var isWriting = false
    /// True if written bytes do not reach the client any more.
    private var isGone = false

    /// The number of chunks of bytes that have arrived.
    private(set) var arrivals = 0
    /// The number of messages in both directions.
    private(set) var messageCount = 0

    init(
        _ agreement: WebSocketHandshake.Agreement,
        _ options: WebSocketOptions,
        _ memory: MessageMemory
    ) {
        share = MessageShare(of: memory)
        subprotocol = agreement.subprotocol
        self.options = options
        machine = WebSocketMachine(
            role: .server,
            limits: options.limits,
            codec: agreement.deflate.map { WebSocketCodec(server: $0, in: memory) }
        )
    }

    /// Sets the session's connection.
    func begin(on connection: TakenConnection) { self.connection = connection }

    // MARK: - From the client

    /// Reads the client's bytes until the WebSocket ends.
    func readToEnd() async {
        guard let connection else { return }
        while end == nil {
            while let action = machine.next() {
                await perform(action)
                holdMessages()
                await waitForReaders()
            }
            holdMessages()
            if end != nil { return }
            do {
                if let bytes = try await connection.read() {
                    arrivals &+= 1
                    machine.feed(bytes)
                } else {
                    machine.feedEnd()
                }
            } catch {
                isGone = true
                finish(.lost)
            }
        }
    }

    private func perform(_ action: WebSocketMachine.Action) async {
        switch action {
        case .write(let bytes):
            await write(bytes)
            // Reading pauses until enough waiting frames have been sent, so that a client that does
            // not receive them cannot cause more of them, such as pongs.
            while outbox.count > Self.room, !isGone, !Task.isCancelled {
                await signal.wait(after: signal.rings)
            }
        case .deliver(let message):
            messageCount &+= 1
            guard farewell == nil else { return }
            inbox.append(message)
            inboxSize += message.size + Self.overhead
            signal.ring()
        case .end(let end):
            finish(end)
        }
    }

    /// Counts the memory of the held messages, and ends the WebSocket if there is no room.
    private func holdMessages() {
        guard !share.hold(machine.unfinishedBytes + inboxSize) else { return }
        let detail = "the server holds too many messages"
        machine.fail(WebSocketProtocolError(.tryAgainLater, detail))
    }

    /// The cost of a message in addition to its bytes, so that the number of empty messages is
    /// limited, too.
    private static let overhead = 64

    /// True if the client has to wait, because the handler has not taken enough messages.
    var isFull: Bool { inboxSize > options.buffer && farewell == nil }

    private func waitForReaders() async {
        while isFull, end == nil, !Task.isCancelled { await signal.wait(after: signal.rings) }
    }

    private func finish(_ end: WebSocketMachine.End) {
        if self.end == nil { self.end = end }
        signal.ring()
    }

    // MARK: - To the client

    /// Appends bytes to the output, and writes all of it unless another task is writing.
    private func write(_ bytes: [UInt8]) async {
        outbox += bytes
        guard !isWriting, let connection else { return }
        isWriting = true
        while !outbox.isEmpty, !isGone {
            let next = outbox
            outbox = []
            if await !connection.write(next) { isGone = true }
            signal.ring()
        }
        outbox = []
        isWriting = false
    }

    /// Sends a ping, to check that the client is still connected.
    func ping() async {
        if let bytes = machine.ping() { await write(bytes) }
    }

    /// Breaks off the connection of a client that does not answer.
    func giveUp() {
        isGone = true
        connection?.breakOff()
        finish(.lost)
    }

    // MARK: - The handler

    func receive() async throws -> WebSocketMessage? {
        while true {
            if let message = inbox.popFirst() {
                inboxSize -= message.size + Self.overhead
                // The number of held bytes shrinks here; if it is still too high, the reading task
                // reports that.
                _ = share.hold(machine.unfinishedBytes + inboxSize)
                signal.ring()
                return message
            }
            if farewell != nil { return nil }
            if let end { return try Self.orderly(end) }
            try Task.checkCancellation()
            await signal.wait(after: signal.rings)
        }
    }

    private static func orderly(_ end: WebSocketMachine.End) throws -> WebSocketMessage? {
        if case .closed(let close) = end, close.code.isOrdinary { return nil }
        throw error(for: end)
    }

    private static func error(for end: WebSocketMachine.End) -> any Error {
        switch end {
        case .closed(let close): close
        case .failed(let failure): failure
        case .lost: WebSocketClose(.abnormal)
        }
    }

    /// The error for a call after the end.
    private var closed: any Error {
        farewell ?? end.map { Self.error(for: $0) } ?? WebSocketClose(.abnormal)
    }

    func send(_ message: WebSocketMessage) async throws {
        while isSending, end == nil, farewell == nil {
            try Task.checkCancellation()
            await signal.wait(after: signal.rings)
        }
        try Task.checkCancellation()
        guard end == nil, !isSending, var outgoing = machine.begin(message) else { throw closed }
        isSending = true
        defer {
            isSending = false
            signal.ring()
        }
        messageCount &+= 1
        while let frame = machine.nextFrame(of: &outgoing) {
            await write(frame)
            // The task that writes is never cancelled. At the latest, it fails when the client has
            // received nothing for the server's write deadline.
            while isWriting, outbox.count > Self.room {
                await signal.waitThrough(after: signal.rings)
            }
        }
        if !outgoing.isOver || isGone { throw closed }
    }

    func close(_ close: WebSocketClose) async {
        guard farewell == nil, end == nil else { return }
        farewell = close
        inbox = MessageQueue()
        inboxSize = 0
        _ = share.hold(machine.unfinishedBytes)
        signal.ring()
        if let bytes = machine.close(close) { await write(bytes) }
    }
}
