// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// One side of a WebSocket as a state machine: it reacts to bytes that arrive, without doing I/O.
///
/// ```
///            close(_:)                    their close frame
///   open ───────────────▶ closing ──────────────────────────▶ closed
///     │                      │                                   ▲
///     └── their close frame (answered), a fault, the end of the connection ──┘
/// ```
///
/// 1. Nothing is sent after a close frame.
/// 2. Until then, every ping is answered.
/// 3. ``Action/end(_:)`` comes once, as the last action.
/// 4. The memory in use is bounded by ``WebSocketLimits`` and the bytes that have been fed.
///
/// The owner of the connection feeds the bytes that arrive and carries out the actions:
///
/// ```swift
/// machine.feed(bytes)
/// while let action = machine.next() {
///     switch action {
///     case .deliver(let message): …
///     case .write(let bytes): …
///     case .end(let end): …         // a client lets the server close the connection
///     }
/// }
/// ```
public struct WebSocketMachine {
    /// An action that the owner of the connection carries out.
    public enum Action: Sendable, Hashable {
        /// A message has arrived.
        case deliver(WebSocketMessage)
        /// These bytes are to be sent.
        case write([UInt8])
        /// The WebSocket has ended; nothing more will arrive.
        case end(End)
    }

    /// The way in which a WebSocket ended.
    public enum End: Sendable, Hashable {
        /// Both sides have sent close frames; the value is the content of the other side's close
        /// frame.
        case closed(WebSocketClose)
        /// The other side broke the protocol, and this side has sent a close frame with the reason.
        case failed(WebSocketProtocolError)
        /// The connection ended without a close frame.
        case lost
    }

    /// The state of a WebSocket.
    public enum State: Sendable, Hashable {
        /// Messages go both ways.
        case open
        /// This side has sent its close frame and waits for the other side's close frame.
        case closing
        /// The WebSocket has ended.
        case closed
    }

    /// A message that is being sent, fragment by fragment.
    public struct Outgoing: Sendable {
        fileprivate var opcode: WebSocketFrame.Opcode
        fileprivate var isCompressed: Bool
        fileprivate var rest: ArraySlice<UInt8>
        /// True if every frame of the message has been taken.
        public fileprivate(set) var isOver = false
    }

    /// The state of the WebSocket.
    public internal(set) var state = State.open
    /// The role of this side.
    public let role: WebSocketRole
    /// The limits on data from the other side.
    public let limits: WebSocketLimits

    var reader: WebSocketFrameReader
    var assembly: Assembly?
    var control: (opcode: WebSocketFrame.Opcode, payload: [UInt8])?
    var pending: [Action] = []
    let codec: WebSocketCodec?
    private let random: @Sendable () -> UInt32

    /// Creates a side of a WebSocket that has just been opened, without compression.
    ///
    /// - Parameters:
    ///   - role: The role of this side.
    ///   - limits: The limits on data from the other side.
    public init(role: WebSocketRole, limits: WebSocketLimits = WebSocketLimits()) {
        self.init(role: role, limits: limits, codec: nil)
    }

    /// Creates a side of a WebSocket that has just been opened.
    ///
    /// - Parameters:
    ///   - role: The role of this side.
    ///   - limits: The limits on data from the other side.
    ///   - codec: The codec that compresses and decompresses, if that was agreed on.
    ///   - random: The source of masks; nobody must be able to guess them (RFC 6455 §10.3).
    package init(
        role: WebSocketRole,
        limits: WebSocketLimits,
        codec: WebSocketCodec?,
        random: @escaping @Sendable () -> UInt32 = { UInt32.random(in: 0...UInt32.max) }
    ) {
        self.role = role
        self.limits = limits
        self.codec = codec
        self.random = random
        reader = WebSocketFrameReader(
            role: role,
            limit: limits.frame,
            allowsCompression: codec != nil
        )
    }

    // MARK: - Sending

    /// Begins to send a message; `nil` if the WebSocket is no longer open.
    ///
    /// Messages are sent one after another: do not begin a message before every frame of the
    /// previous one has been taken.
    ///
    /// - Parameter message: The message to send.
    /// - Returns: The message, for ``nextFrame(of:)``.
    public mutating func begin(_ message: WebSocketMessage) -> Outgoing? {
        guard state == .open else { return nil }
        var opcode = WebSocketFrame.Opcode.binary
        if case .text = message { opcode = .text }
        let bytes = message.bytes
        // Empty messages are not compressed; a message whose compression fails is sent
        // uncompressed.
        let compressed = bytes.isEmpty ? nil : (try? codec?.compressor.compress(bytes)) ?? nil
        return Outgoing(
            opcode: opcode,
            isCompressed: compressed != nil,
            rest: (compressed ?? bytes)[...]
        )
    }

    /// Returns the next frame of a message to send; `nil` when none is left or the WebSocket is no
    /// longer open.
    ///
    /// - Parameter message: The message, from which the frame is taken.
    /// - Returns: The bytes of the frame.
    public mutating func nextFrame(of message: inout Outgoing) -> [UInt8]? {
        guard state == .open, !message.isOver else { return nil }
        let payload = message.rest.prefix(max(limits.sentFrame, 1))
        message.rest = message.rest.dropFirst(payload.count)
        message.isOver = message.rest.isEmpty
        let head = WebSocketFrame.Head(
            message.opcode,
            length: payload.count,
            isFinal: message.isOver,
            isCompressed: message.isCompressed
        )
        (message.opcode, message.isCompressed) = (.continuation, false)
        return WebSocketFrame.encode(head, payload, mask: mask())
    }

    /// Returns all frames of a message to send; `nil` if the WebSocket is no longer open.
    ///
    /// - Parameter message: The message to send.
    /// - Returns: The bytes of the frames.
    public mutating func send(_ message: WebSocketMessage) -> [UInt8]? {
        guard var outgoing = begin(message) else { return nil }
        var bytes: [UInt8] = []
        while let frame = nextFrame(of: &outgoing) { bytes += frame }
        return bytes
    }

    /// Returns a ping to send; `nil` if the WebSocket is no longer open.
    ///
    /// - Parameter payload: The bytes that the answer repeats; at most 125 of them are sent.
    /// - Returns: The bytes of the frame.
    public mutating func ping(_ payload: [UInt8] = []) -> [UInt8]? {
        guard state == .open else { return nil }
        return frame(.ping, payload.prefix(WebSocketFrame.controlLimit))
    }

    /// Ends the WebSocket with a close frame; returns `nil` if the WebSocket is no longer open.
    ///
    /// - Parameter close: The code and the reason.
    /// - Returns: The bytes to be sent, after which nothing may be sent.
    public mutating func close(_ close: WebSocketClose) -> [UInt8]? {
        guard state == .open else { return nil }
        state = .closing
        return frame(.close, close.payload[...])
    }

    func frame(_ opcode: WebSocketFrame.Opcode, _ payload: ArraySlice<UInt8>) -> [UInt8] {
        WebSocketFrame.encode(
            WebSocketFrame.Head(opcode, length: payload.count),
            payload,
            mask: mask()
        )
    }

    private func mask() -> WebSocketMask? {
        role == .client ? WebSocketMask(random()) : nil
    }
}

/// Copies of a machine share the state of its compressor, which two tasks would corrupt.
@available(*, unavailable)
extension WebSocketMachine: Sendable {}
