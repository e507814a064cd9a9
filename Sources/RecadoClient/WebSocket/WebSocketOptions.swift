// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The options of a WebSocket.
public struct WebSocketOptions: Sendable {
    /// After how much silence the server is asked whether it is there: 30 seconds; `nil` for never.
    ///
    /// Proxies and address translators drop connections that are silent for a minute.
    /// Everything that arrives breaks the silence.
    public var pingInterval: Duration? = .seconds(30)

    /// The time for the server to answer a ping: 20 seconds, after which it is considered gone.
    ///
    /// Anything that arrives is an answer. Time in which messages wait unread does not count.
    public var pongTimeout: Duration = .seconds(20)

    /// After how long without a message either way the WebSocket is closed;
    /// `nil`, the default, for never.
    ///
    /// Pings and their answers are no messages.
    public var idleLimit: Duration?

    /// The time for the server to answer a close frame: 5 seconds.
    public var closeTimeout: Duration = .seconds(5)

    /// The limits on messages and frames.
    public var limits = WebSocketLimits()

    /// The number of bytes of messages that are kept for a slow reader: 1 MiB, and one message.
    ///
    /// Beyond them the connection is not read, and the server has to wait. Until it is read again,
    /// pings are not answered and a close frame is not noticed.
    public var buffer = 1 << 20

    /// Whether compression is offered (RFC 7692): it is.
    ///
    /// Do not mix secrets with what others may choose in messages of one compressed WebSocket:
    /// their sizes tell about both.
    public var offersCompression = true

    /// The clock of intervals and timeouts.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Creates options with their defaults.
    public init() {}
}
