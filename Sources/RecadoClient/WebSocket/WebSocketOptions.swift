// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// How a WebSocket behaves.
public struct WebSocketOptions: Sendable {
    /// After how much silence the server is asked whether it is there: 30 seconds; `nil` for never.
    ///
    /// Proxies and address translators drop connections that are silent for a minute. Whatever arrives
    /// breaks the silence.
    public var pingInterval: Duration? = .seconds(30)

    /// How long the server may take to answer that: 20 seconds, after which it is taken for gone.
    ///
    /// Anything that arrives will do for an answer. Time in which messages wait to be read does not count.
    public var pongTimeout: Duration = .seconds(20)

    /// After how long without a message either way the WebSocket is closed; `nil`, the default, for never.
    ///
    /// Pings and their answers are no messages.
    public var idleLimit: Duration?

    /// How long the server may take to answer a farewell: 5 seconds.
    public var closeTimeout: Duration = .seconds(5)

    /// How much is taken from the server.
    public var limits = WebSocketLimits()

    /// How many bytes of messages are kept for a reader that falls behind: 1 MiB, and one message.
    ///
    /// Beyond them the connection is not read, and the server has to wait. Neither are its pings
    /// answered then, nor a farewell found.
    public var buffer = 1 << 20

    /// Whether compression is offered (RFC 7692): it is.
    ///
    /// Do not mix secrets with what others may choose in messages of one compressed WebSocket: their
    /// sizes tell about both.
    public var offersCompression = true

    /// The clock of intervals and timeouts.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Creates options with their defaults.
    public init() {}
}
