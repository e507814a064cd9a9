// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An endpoint whose answer is a WebSocket, on which both sides send messages until one closes it.
///
/// ```swift
/// struct FollowScores: WebSocketEndpoint {
///     static let route: Route = "GET /scores/live"
///     typealias Incoming = Subscription
///     typealias Outgoing = Score
///     typealias Caller = Member
/// }
///
/// func follow(_ call: FollowScores, by member: Member) async -> FollowScores.Output {
///     WebSocketHandler { socket in
///         for try await subscription in socket.messages {
///             try await socket.send(scores.latest(of: subscription))
///         }
///     }
/// }
/// ```
///
/// Inputs, callers, quotas and declared failures are the same as for any endpoint; all of them are
/// checked before the WebSocket is opened. `Client.webSocket(_:)` opens it from the same
/// declaration. A WebSocket requires HTTP/1.1: requests in HTTP/2 are answered with 501.
public protocol WebSocketEndpoint: Endpoint
where Output == WebSocketHandler<Incoming, Outgoing> {
    /// The type of the client's messages, as JSON.
    associatedtype Incoming: Codable & Sendable
    /// The type of the server's messages, as JSON.
    associatedtype Outgoing: Codable & Sendable

    /// The subprotocols of the WebSocket, the preferred one first; none by default.
    static var subprotocols: [String] { get }
    /// The limits on messages from clients, and the timeouts for clients; by default those of
    /// ``WebSocketOptions``.
    static var webSocketOptions: WebSocketOptions { get }
}

extension WebSocketEndpoint {
    /// 101, once the WebSocket is open.
    public static var success: Status { .switchingProtocols }
    /// No subprotocols.
    public static var subprotocols: [String] { [] }
    /// The defaults of ``WebSocketOptions``.
    public static var webSocketOptions: WebSocketOptions { WebSocketOptions() }
}

/// The limits and timeouts for the clients of a WebSocket.
public struct WebSocketOptions: Sendable {
    /// The limits of messages and frames from a client: 1 MiB each, because they are held in memory
    /// for every client that connects.
    public var limits: WebSocketLimits = {
        var limits = WebSocketLimits()
        (limits.frame, limits.message) = (1 << 20, 1 << 20)
        return limits
    }()

    /// The number of bytes of messages that are buffered for a slow handler: 64 KiB, which the last
    /// buffered message may exceed.
    ///
    /// When the buffer is full, the connection is not read, and the client has to wait. Its pings
    /// are then not answered, and its close is not noticed.
    public var buffer = 65_536

    /// The silence after which a client is pinged: 30 seconds; `nil` for never.
    ///
    /// Proxies and address translators drop connections that are silent for a minute.
    public var pingInterval: Duration? = .seconds(30)

    /// The longest time for a client to answer a ping: 20 seconds, after which the connection
    /// is aborted.
    public var pongTimeout: Duration = .seconds(20)

    /// The time without a message in either direction after which a client is disconnected; `nil`,
    /// the default, for never.
    public var idleLimit: Duration?

    /// The time that either side has to finish after a close: 5 seconds.
    ///
    /// It limits the wait for the client's close, and for a handler whose client has closed. After
    /// that time the handler's task is cancelled.
    public var closeTimeout: Duration = .seconds(5)

    /// The clock of intervals and timeouts.
    package var clock: any Clock<Duration> = ContinuousClock()

    /// Creates options with the default values.
    public init() {}
}
