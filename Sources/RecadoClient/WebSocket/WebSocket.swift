// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

/// A connection over which both sides can send messages at any time (RFC 6455).
///
/// ```swift
/// let socket = try await client.webSocket("live", protocols: ["scores.v1"])
/// try await socket.send(.text("follow 7"))
/// for try await message in socket.messages {
///     print(message.bytes.count)
/// }
/// ```
///
/// The connection is read in the background, so that pings are answered and a close frame is
/// noticed even if no task waits for a message; a reader that falls behind makes the server wait
/// (see ``WebSocket/Options/buffer``). A ping checks if a silent server is still there.
///
/// Releasing the socket closes it, and so does cancelling a task that waits for a message.
public final class WebSocket: Sendable {
    /// The protocol that the server chose among those that were offered.
    public let subprotocol: String?
    /// The header section of the server's answer to the opening.
    public let fields: Fields

    let engine: WebSocketEngine
    private let runner: Task<Void, Never>

    init(_ opened: WebSocketOpening.Opened, options: Options) {
        subprotocol = opened.agreement.subprotocol
        fields = opened.response.fields
        let engine = WebSocketEngine(
            opened.connection,
            deflate: opened.agreement.deflate,
            options: options
        )
        self.engine = engine
        let rest = opened.rest
        runner = Task { await engine.run(beginningWith: rest) }
    }

    deinit {
        runner.cancel()
    }

    /// The messages of the server, each of which is delivered to one reader.
    ///
    /// The sequence ends when the server sends a close frame with `WebSocketClose.Code.normal`,
    /// `WebSocketClose.Code.goingAway` or no code, and when the socket is closed on this side.
    /// Every other end is an error. Cancelling the task that waits for a message closes the socket.
    public var messages: Messages { WebSocket.Messages(socket: self) }

    /// Returns the messages of the server, each read as a JSON value.
    ///
    /// - Parameter type: The type of the values.
    /// - Returns: The values; a message that is not such a value is an error, after which reading
    ///   can continue.
    public func messages<Value: Decodable & Sendable>(
        of type: Value.Type
    ) -> Values<Value> {
        Values(messages: messages)
    }

    /// Sends a message as soon as there is room for it.
    ///
    /// It returns when the message has been passed to the connection, not when it has arrived.
    /// Cancelling the task before the message has begun to be sent leaves the socket unchanged;
    /// afterwards it closes the socket, as half a message has no meaning.
    ///
    /// - Parameter message: The message to send; messages of several tasks are sent one after
    ///   another.
    /// - Throws: The reason that it cannot be sent.
    public func send(_ message: WebSocketMessage) async throws(WebSocketError) {
        try await engine.send(message)
    }

    /// Sends a value in JSON, as a text message.
    ///
    /// - Parameter value: The value to send.
    /// - Throws: The reason that it cannot be sent.
    public func send(_ value: some Encodable & Sendable) async throws(WebSocketError) {
        let text: String
        do {
            text = String(decoding: try JSON().encode(value), as: UTF8.self)
        } catch {
            throw WebSocketError(.invalid, "\(error)", underlying: error)
        }
        try await engine.send(.text(text))
    }

    /// Sends a close frame, and waits for that of the server up to
    /// ``WebSocket/Options/closeTimeout``.
    ///
    /// Unread messages are dropped, and the sequences of readers end.
    ///
    /// - Parameters:
    ///   - code: The code for the kind of end; 4000 to 4999 are reserved for programs.
    ///   - reason: The reason, for people who look for faults; at most 123 bytes of it are sent.
    public func close(code: WebSocketClose.Code = .normal, reason: String = "") async {
        await engine.close(WebSocketClose(code, reason))
    }

    /// The close code and reason of the server; `nil` as long as the socket is open.
    ///
    /// The code is `WebSocketClose.Code.abnormal` if the server sent none.
    public var farewell: WebSocketClose? {
        get async { await engine.farewell }
    }
}
