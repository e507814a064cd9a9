// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

extension WebSocket {
    /// The messages of a server, in order.
    public struct Messages: AsyncSequence, Sendable {
        /// The error with which the sequence ends, unless the WebSocket is closed normally.
        public typealias Failure = WebSocketError

        let socket: WebSocket

        /// Returns an iterator over the messages that have not been read yet.
        public func makeAsyncIterator() -> Iterator { Iterator(socket: socket) }

        /// An iterator that waits for each message.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let socket: WebSocket

            /// Waits for the next message.
            ///
            /// - Parameter actor: The actor that the caller is isolated to.
            /// - Returns: The message; `nil` if the WebSocket was closed normally.
            /// - Throws: The error if the WebSocket ended in any other way.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws(WebSocketError) -> WebSocketMessage? {
                try await socket.engine.next()
            }
        }
    }
}

extension WebSocket {
    /// The messages of a server, each decoded from JSON.
    public struct Values<Value: Decodable & Sendable>: AsyncSequence, Sendable {
        /// The type of the decoded messages.
        public typealias Element = Value
        /// The error for a message that cannot be decoded, or for a WebSocket that ended in any way
        /// other than a normal close.
        public typealias Failure = WebSocketError

        let messages: Messages

        /// Returns an iterator over the messages that have not been read yet.
        public func makeAsyncIterator() -> Iterator {
            Iterator(messages: messages.makeAsyncIterator())
        }

        /// An iterator that waits for each message and decodes it.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            var messages: Messages.Iterator

            /// Waits for the next value.
            ///
            /// - Parameter actor: The actor that the caller is isolated to.
            /// - Returns: The value; `nil` if the WebSocket was closed normally.
            /// - Throws: The error if the message cannot be decoded, or if the WebSocket ended in
            ///   another way.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws(WebSocketError) -> Value? {
                guard let message = try await messages.next(isolation: actor) else { return nil }
                do {
                    return try JSON().decode(Value.self, from: message.bytes)
                } catch {
                    throw WebSocketError(.unreadable, "\(error)", underlying: error)
                }
            }
        }
    }
}
