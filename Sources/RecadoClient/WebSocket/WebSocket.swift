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
/// noticed even if no task waits for a message. If the reader is slow, the server has to wait (see
/// ``WebSocket/Options/buffer``). Pings detect a server that is gone.
///
/// Releasing the socket closes it, and so does cancelling a task that waits for a message.
public final class WebSocket: Sendable {
    /// The subprotocol that the server chose among those that were offered; `nil` for none.
    public let subprotocol: String?
    /// The header fields of the server's response to the opening handshake.
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

    /// The messages of the server; if several tasks iterate, each message goes to one of them.
    ///
    /// The sequence ends when the server sends a close frame with `WebSocketClose.Code.normal`,
    /// `WebSocketClose.Code.goingAway` or no code, or when ``close(code:reason:)`` or
    /// ``WebSocket/Options/idleLimit`` closes the socket. If it ends in any other way, it throws an
    /// error. Cancelling a task that waits for a message closes the socket.
    public var messages: Messages { WebSocket.Messages(socket: self) }

    /// Returns the messages of the server, each decoded from JSON.
    ///
    /// - Parameter type: The type of the values.
    /// - Returns: The values. A message that cannot be decoded is an error, after which iteration
    ///   can continue.
    public func messages<Value: Decodable & Sendable>(
        of type: Value.Type
    ) -> Values<Value> {
        Values(messages: messages)
    }

    /// Sends a message as soon as the connection can accept it.
    ///
    /// The method returns when the message has been passed to the connection, which is before it
    /// arrives. If the task is cancelled before any part of the message is sent, the socket stays
    /// open. If only a part has been sent, the socket is closed, because the server could not use a
    /// partial message.
    ///
    /// - Parameter message: The message to send; messages of several tasks are sent one after
    ///   another.
    /// - Throws: The reason why the message cannot be sent.
    public func send(_ message: WebSocketMessage) async throws(WebSocketError) {
        try await engine.send(message)
    }

    /// Sends a value as a text message in JSON.
    ///
    /// - Parameter value: The value to send.
    /// - Throws: The reason why the value cannot be sent.
    public func send(_ value: some Encodable & Sendable) async throws(WebSocketError) {
        let text: String
        do {
            text = String(decoding: try JSON().encode(value), as: UTF8.self)
        } catch {
            throw WebSocketError(.invalid, "\(error)", underlying: error)
        }
        try await engine.send(.text(text))
    }

    /// Sends a close frame, and waits for the server's close frame at most
    /// ``WebSocket/Options/closeTimeout``.
    ///
    /// Unread messages are discarded, and the sequences of messages end.
    ///
    /// - Parameters:
    ///   - code: The reason as a code; 4000 to 4999 are reserved for applications.
    ///   - reason: The reason as text, for debugging; at most 123 bytes are sent.
    public func close(code: WebSocketClose.Code = .normal, reason: String = "") async {
        await engine.close(WebSocketClose(code, reason))
    }

    /// The close code and reason that the server sent; `nil` while the socket is open.
    ///
    /// If the server sent none, the code is `WebSocketClose.Code.abnormal`.
    public var closeEvent: WebSocketClose? {
        get async { await engine.closeEvent }
    }
}
