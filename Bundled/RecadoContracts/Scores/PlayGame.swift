// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP

/// Plays over a WebSocket: the server adds each score that the player sends, and sends the best
/// three each time they change.
///
/// Messages are JSON texts of at most 16 KiB. A message that is not a score is refused, and the
/// game continues. After ten minutes without a message in either direction the server closes the
/// connection.
public struct PlayGame: WebSocketEndpoint {
    /// The method and the path.
    public static let route: Route = "GET /game"
    /// The description of the endpoint.
    public static let about = About(
        "Plays over a WebSocket: each score that is sent is added, and the best three come each time they are others.",
        tags: ["scores"]
    )
    /// A score that the player sends.
    public typealias Incoming = ScoreDraft
    /// A message that the server sends.
    public typealias Outgoing = GameNews

    /// The limits of the WebSocket: at most 16 KiB for a message, and ten minutes without a
    /// message.
    public static let webSocketOptions: WebSocketOptions = {
        var options = WebSocketOptions()
        (options.limits.frame, options.limits.message) = (1 << 14, 1 << 14)
        options.idleLimit = .seconds(600)
        return options
    }()

    /// Creates a call.
    public init() {}
}

/// A message to a player; exactly one of its properties is set.
public struct GameNews: Codable, Sendable, Hashable {
    /// The best three scores, sent when the game begins and when they change.
    public var best: [Score]?
    /// The score that has been added, with its number.
    public var added: Score?
    /// The reason why a message was refused.
    public var refused: String?

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - best: The best three scores.
    ///   - added: The score that has been added, with its number.
    ///   - refused: The reason why a message was refused.
    public init(best: [Score]? = nil, added: Score? = nil, refused: String? = nil) {
        self.best = best
        self.added = added
        self.refused = refused
    }
}
