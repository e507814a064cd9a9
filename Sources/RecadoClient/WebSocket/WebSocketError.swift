// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoTransport

/// An error that prevented a WebSocket from opening, or ended it.
public struct WebSocketError: Error, Sendable {
    /// The kind of failure.
    public let kind: Kind
    /// The details in one line, for people to read.
    public let detail: String
    /// The answer of a server that refused; at most 64 KiB of its content are read.
    public let response: Response?
    /// The close code and reason of the server.
    public let close: WebSocketClose?
    /// The error of a lower layer, if there was one.
    public let underlying: (any Error)?

    init(
        _ kind: Kind,
        _ detail: String = "",
        response: Response? = nil,
        close: WebSocketClose? = nil,
        underlying: (any Error)? = nil
    ) {
        self.kind = kind
        self.detail = detail
        self.response = response
        self.close = close
        self.underlying = underlying
    }

    init(_ error: TransportError) {
        switch error.kind {
        case .cancelled: self.init(.cancelled, underlying: error)
        case .invalidRequest, .cleartext: self.init(.invalid, error.description, underlying: error)
        case .timedOut: self.init(.timedOut, error.description, underlying: error)
        default: self.init(.unreachable, error.description, underlying: error)
        }
    }

    /// The kinds of failure of a WebSocket.
    @nonexhaustive
    public enum Kind: String, Sendable, Hashable {
        /// The server answered the opening with another status than 101; see
        /// ``WebSocketError/response``.
        case refused
        /// The answer to the opening does not conform to the protocol.
        case badHandshake
        /// There is no connection, or it ended without a close frame.
        case unreachable
        /// The server took too long to answer.
        case timedOut
        /// The WebSocket has ended with a close frame, or was closed on this side; see
        /// ``WebSocketError/close``.
        case closed
        /// The server violated the protocol.
        case protocolViolation
        /// A message exceeds a limit.
        case tooLarge
        /// A message is not of the expected type.
        case unreadable
        /// The calling task was cancelled.
        case cancelled
        /// The request for the opening, or a message, could not be made; nothing of it was sent.
        case invalid
    }
}

extension WebSocketError: CustomStringConvertible {
    /// The kind of failure and the details, in one line without secrets.
    public var description: String {
        detail.isEmpty ? kind.description : "\(kind): \(detail)"
    }
}

extension WebSocketError.Kind: CustomStringConvertible {
    /// A description of the failure, in a few words.
    public var description: String {
        switch self {
        case .refused: "the WebSocket was refused"
        case .badHandshake: "the WebSocket was not opened as it should be"
        case .unreachable: "no connection"
        case .timedOut: "timed out"
        case .closed: "the WebSocket is closed"
        case .protocolViolation: "the server broke the protocol"
        case .tooLarge: "message too large"
        case .unreadable: "unreadable message"
        case .cancelled: "cancelled"
        case .invalid: "invalid call"
        }
    }
}
