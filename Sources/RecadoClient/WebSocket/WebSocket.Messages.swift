// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

extension WebSocket {
    /// The messages of a server, in their order.
    public struct Messages: AsyncSequence, Sendable {
        /// The error for any end other than an ordinary one.
        public typealias Failure = WebSocketError

        let socket: WebSocket

        /// Returns an iterator that waits for the messages one after another.
        public func makeAsyncIterator() -> Iterator { Iterator(socket: socket) }

        /// An iterator that waits for the messages one after another.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let socket: WebSocket

            /// Waits for the next message.
            ///
            /// - Parameter actor: The actor that the caller is isolated to.
            /// - Returns: The message; `nil` at an ordinary end.
            /// - Throws: The error for any other end.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws(WebSocketError) -> WebSocketMessage? {
                try await socket.engine.next()
            }
        }
    }
}

extension WebSocket {
    /// The messages of a server, each read as a JSON value.
    public struct Values<Value: Decodable & Sendable>: AsyncSequence, Sendable {
        /// The type that a message is read as.
        public typealias Element = Value
        /// The error for a message that is not such a value, and for any end other than an ordinary
        /// one.
        public typealias Failure = WebSocketError

        let messages: Messages

        /// Returns an iterator that waits for the values one after another.
        public func makeAsyncIterator() -> Iterator {
            Iterator(messages: messages.makeAsyncIterator())
        }

        /// An iterator that waits for the values one after another.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            var messages: Messages.Iterator

            /// Waits for the next value.
            ///
            /// - Parameter actor: The actor that the caller is isolated to.
            /// - Returns: The value; `nil` at an ordinary end.
            /// - Throws: The error for a message that is not such a value, or for any other end.
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
