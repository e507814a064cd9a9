// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An endpoint whose answer is a WebSocket: messages go both ways for as long as both sides like.
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
/// Inputs, callers, quotas and declared failures are those of any endpoint; all of them are looked at
/// before there is a WebSocket. `Client.webSocket(_:)` opens it from the same declaration. It takes
/// HTTP/1.1: requests in HTTP/2 are answered with 501.
public protocol WebSocketEndpoint: Endpoint
where Output == WebSocketHandler<Incoming, Outgoing> {
    /// What clients say, as JSON.
    associatedtype Incoming: Codable & Sendable
    /// What the server says, as JSON.
    associatedtype Outgoing: Codable & Sendable

    /// The protocols that are spoken within the WebSocket, the best first; none by default.
    static var subprotocols: [String] { get }
    /// How much is taken from clients, and how long it is waited for them; see the type.
    static var webSocketTerms: WebSocketTerms { get }
}

extension WebSocketEndpoint {
    /// 101, once there is a WebSocket.
    public static var success: Status { .switchingProtocols }
    /// None.
    public static var subprotocols: [String] { [] }
    /// Those of the type.
    public static var webSocketTerms: WebSocketTerms { WebSocketTerms() }
}

/// How a server deals with the clients of a WebSocket.
public struct WebSocketTerms: Sendable {
    /// How much is taken from a client: messages and frames of 1 MiB, for it is held in memory for
    /// whoever connects.
    public var limits: WebSocketLimits = {
        var limits = WebSocketLimits()
        (limits.frame, limits.message) = (1 << 20, 1 << 20)
        return limits
    }()

    /// How many bytes of messages are kept for a handler that falls behind: 64 KiB, and one message.
    ///
    /// Beyond them the connection is not read, and the client has to wait. Neither are its pings
    /// answered then, nor its farewell found.
    public var buffer = 65_536

    /// After how much silence a client is asked whether it is there: 30 seconds; `nil` for never.
    ///
    /// Proxies and address translators drop connections that are silent for a minute.
    public var pingInterval: Duration? = .seconds(30)

    /// How long a client may take to answer that: 20 seconds, after which the connection is broken off.
    public var pongTimeout: Duration = .seconds(20)

    /// After how long without a message either way a client is sent away; `nil`, the default, for never.
    public var idleLimit: Duration?

    /// How long either side has to end once farewell was said: 5 seconds.
    ///
    /// So long is waited for the client's farewell, and for a handler whose client has said it. Then
    /// the handler's task is cancelled.
    public var closeTimeout: Duration = .seconds(5)

    /// The clock of intervals and timeouts.
    package var clock: any Clock<Duration> = ContinuousClock()

    /// Creates terms with their defaults.
    public init() {}
}
