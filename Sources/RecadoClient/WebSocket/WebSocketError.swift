// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
import RecadoTransport

/// An error that prevented a WebSocket from opening, or that ended it.
public struct WebSocketError: Error, Sendable {
    /// The kind of failure.
    public let kind: Kind
    /// The details in one line, for debugging.
    public let detail: String
    /// The response to an opening handshake that was refused, with at most 64 KiB of its content,
    /// or a response 101 that violates the protocol.
    public let response: Response?
    /// The close code and reason that the server sent; `nil` if it sent none.
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
        /// The server answered the opening handshake with a status other than 101; see
        /// ``WebSocketError/response``.
        case refused
        /// The response to the opening handshake violates the protocol.
        case badHandshake
        /// The connection could not be opened, or it ended without a close frame.
        case unreachable
        /// The server did not answer in time.
        case timedOut
        /// The WebSocket was closed, by a close frame of the server or by this program; see
        /// ``WebSocketError/close``.
        case closed
        /// The server violated the protocol.
        case protocolViolation
        /// A message exceeds a limit.
        case tooLarge
        /// A message cannot be decoded as the expected type.
        case unreadable
        /// The calling task was cancelled.
        case cancelled
        /// The request for the opening handshake, or a message, is invalid; nothing was sent.
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
    /// A short description of the failure.
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
