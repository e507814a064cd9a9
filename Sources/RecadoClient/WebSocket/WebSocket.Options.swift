// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension WebSocket {
    /// The options of a WebSocket.
    public struct Options: Sendable {
        /// The time without incoming bytes after which a ping is sent to the server: 30 seconds;
        /// `nil` for never.
        ///
        /// Many proxies and NAT devices drop connections that are idle for a minute.
        public var pingInterval: Duration? = .seconds(30)

        /// The time after a ping within which bytes must arrive, or else the connection counts as
        /// lost: 20 seconds.
        ///
        /// Any bytes count, not only a pong. The time does not run while unread messages keep the
        /// connection from being read.
        public var pongTimeout: Duration = .seconds(20)

        /// The time without a message in either direction after which the WebSocket is closed;
        /// `nil`, the default, for never.
        ///
        /// Pings and pongs do not count as messages.
        public var idleLimit: Duration?

        /// The time within which the server must answer a close frame: 5 seconds.
        public var closeTimeout: Duration = .seconds(5)

        /// The limits on the sizes of messages and frames.
        public var limits = WebSocketLimits()

        /// The size in bytes up to which unread messages are buffered for a slow reader: 1 MiB,
        /// plus one message.
        ///
        /// If the buffer is full, the connection is not read, and the server has to wait. Meanwhile
        /// pings are not answered, and a close frame is not noticed.
        public var buffer = 1 << 20

        /// True to offer compression (RFC 7692); `true` by default.
        ///
        /// Do not mix secrets with data that others can choose in one compressed WebSocket, because
        /// the sizes of messages could reveal the secrets.
        public var offersCompression = true

        /// The clock that measures intervals and timeouts.
        public var clock: any Clock<Duration> = ContinuousClock()

        /// Creates options with their defaults.
        public init() {}
    }
}
