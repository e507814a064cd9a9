// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

/// The function that uses an open WebSocket on the server: the output of a ``WebSocketEndpoint``.
///
/// When the function returns, the server closes with `WebSocketClose.Code.normal`. If the function
/// throws a `WebSocketClose`, the server sends that close instead; every other error becomes
/// `WebSocketClose.Code.internalError`, except an error about a message that does not match its
/// type, which becomes `WebSocketClose.Code.invalidData`. The task of the function is cancelled
/// when the client disconnects.
public struct WebSocketHandler<Incoming: Codable & Sendable, Outgoing: Codable & Sendable>:
    Sendable
{
    private let body: @Sendable (Socket) async throws -> Void

    /// Creates a handler.
    ///
    /// - Parameter body: The function that uses the WebSocket, from its opening to its end.
    public init(_ body: @escaping @Sendable (Socket) async throws -> Void) {
        self.body = body
    }

    /// The server's side of a WebSocket.
    public struct Socket: Sendable {
        let line: any WebSocketConnection

        /// The subprotocol that was chosen from the endpoint's subprotocols; `nil` if the client
        /// offered none of them.
        public var subprotocol: String? { line.subprotocol }

        /// The messages of the client, each read as a value in JSON.
        ///
        /// The sequence ends when the client closes normally, when this side closes, and when the
        /// server shuts down. Any other end is an error: the `WebSocketClose` that the client sent
        /// (`WebSocketClose.Code.abnormal` if it disconnected without a close) or a
        /// `WebSocketProtocolError` when it violated the protocol. After a message that could not
        /// be read, iteration can continue.
        public var messages: Messages { Messages(line: line) }

        /// Sends a value in JSON, as a text, as soon as the client has accepted most of the
        /// previous messages.
        ///
        /// - Parameter value: The value to send; values from several tasks are sent one
        ///   after another.
        /// - Throws: A `WebSocketClose` or `WebSocketProtocolError` when the WebSocket has ended, a
        ///   `CancellationError` when the task is cancelled before sending begins, and the errors
        ///   of encoding the value.
        public func send(_ value: Outgoing) async throws {
            let text = String(decoding: try JSON().encode(value), as: UTF8.self)
            try await line.send(.text(text))
        }

        /// Sends a message unchanged.
        ///
        /// - Parameter message: The message to send.
        /// - Throws: A `WebSocketClose` or `WebSocketProtocolError` when the WebSocket has ended,
        ///   and a `CancellationError` when the task is cancelled before sending begins.
        public func send(raw message: WebSocketMessage) async throws {
            try await line.send(message)
        }

        /// Waits for the next message and returns it unchanged; `nil` when ``messages`` would end.
        ///
        /// - Returns: The message.
        /// - Throws: The errors of ``messages``, and a `CancellationError` when the task is
        ///   cancelled.
        public func receive() async throws -> WebSocketMessage? { try await line.receive() }

        /// Closes the WebSocket; messages that have not been read are dropped, and
        /// ``messages`` ends.
        ///
        /// - Parameters:
        ///   - code: The code for the kind of end; 4000 to 4999 are reserved for applications.
        ///   - reason: The reason, for debugging; at most 123 bytes of it are sent.
        public func close(code: WebSocketClose.Code = .normal, reason: String = "") async {
            await line.close(WebSocketClose(code, reason))
        }
    }

    /// The messages of a client, in order; each message goes to only one reader.
    public struct Messages: AsyncSequence, Sendable {
        /// The type that a message is read as.
        public typealias Element = Incoming

        let line: any WebSocketConnection

        /// Returns an iterator that waits for one message after another.
        public func makeAsyncIterator() -> Iterator { Iterator(line: line) }

        /// An iterator that waits for one message after another.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let line: any WebSocketConnection

            /// Waits for the next message.
            ///
            /// - Parameter actor: The actor that the caller is isolated to.
            /// - Returns: The message; `nil` at a normal end.
            /// - Throws: The error of any other end, and the errors of reading the message.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws -> Incoming? {
                guard let message = try await line.receive() else { return nil }
                return try JSON().decode(Incoming.self, from: message.bytes)
            }
        }
    }
}

extension WebSocketHandler: WebSocketOutput {
    package func converse(on line: any WebSocketConnection) async throws {
        try await body(Socket(line: line))
    }
}

extension WebSocketHandler: Codable {
    /// Throws an error, because messages are read one by one.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: StreamCoding.refuse(Self.self))
        )
    }

    /// Throws an error, because messages are written one by one.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(codingPath: encoder.codingPath, debugDescription: StreamCoding.refuse(Self.self))
        )
    }
}

/// The server's side of a WebSocket, independent of the types of its messages.
package protocol WebSocketConnection: AnyObject, Sendable {
    /// The subprotocol that both sides have agreed on; `nil` for none.
    var subprotocol: String? { get }
    /// Waits for the next message; `nil` at a normal end.
    func receive() async throws -> WebSocketMessage?
    /// Sends a message as soon as the client has accepted most of the previous messages.
    func send(_ message: WebSocketMessage) async throws
    /// Closes the WebSocket.
    func close(_ close: WebSocketClose) async
}

/// An output for which the connection becomes a WebSocket.
package protocol WebSocketOutput: Codable, Sendable {
    /// The type of the client's messages.
    associatedtype Incoming: Codable & Sendable
    /// The type of the server's messages.
    associatedtype Outgoing: Codable & Sendable

    /// Runs the handler with the WebSocket.
    func converse(on line: any WebSocketConnection) async throws
}
