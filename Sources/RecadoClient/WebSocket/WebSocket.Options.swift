// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension WebSocket {
    /// The options of a WebSocket.
    public struct Options: Sendable {
        /// The duration of silence after which the server is sent a ping: 30 seconds; `nil` for
        /// never.
        ///
        /// Proxies and address translators drop connections that are silent for a minute. Any bytes
        /// that arrive end the silence.
        public var pingInterval: Duration? = .seconds(30)

        /// The time for the server to answer a ping: 20 seconds, after which it is considered gone.
        ///
        /// Any bytes that arrive count as an answer. Time during which messages wait unread does
        /// not count.
        public var pongTimeout: Duration = .seconds(20)

        /// The time without a message in either direction after which the WebSocket is closed;
        /// `nil`, the default, for never.
        ///
        /// Pings and their answers do not count as messages.
        public var idleLimit: Duration?

        /// The time for the server to answer a close frame: 5 seconds.
        public var closeTimeout: Duration = .seconds(5)

        /// The limits on messages and frames.
        public var limits = WebSocketLimits()

        /// The number of bytes of messages that are kept for a slow reader: 1 MiB, plus one
        /// message.
        ///
        /// Beyond that, the connection is not read, and the server has to wait. Until reading
        /// continues, pings are not answered and a close frame is not noticed.
        public var buffer = 1 << 20

        /// True to offer compression (RFC 7692); `true` by default.
        ///
        /// In one compressed WebSocket, do not mix secrets with data that others may choose: the
        /// sizes of messages could reveal the secrets.
        public var offersCompression = true

        /// The clock that measures intervals and timeouts.
        public var clock: any Clock<Duration> = ContinuousClock()

        /// Creates options with their defaults.
        public init() {}
    }
}
