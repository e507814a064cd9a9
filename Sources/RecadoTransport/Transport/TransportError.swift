// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error that prevented a response from arriving, or from arriving completely.
///
/// The description is one line that names at most the host: no path, no query, no field.
public struct TransportError: Error, Sendable, Hashable {
    /// The kind of failure.
    public let kind: Kind
    /// The details in one line, for people to read.
    public let detail: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of error.
    ///   - detail: The details. They become part of descriptions that are logged, so they must not
    ///     include a path, a query or a field's value.
    public init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }

    /// The kinds of failure of a transfer.
    @nonexhaustive
    public enum Kind: Sendable, Hashable {
        /// The name of the host is unknown, or no name server could be reached.
        case cannotResolve
        /// No connection to the host could be opened.
        case cannotConnect
        /// A limit of ``Timeouts`` was exceeded.
        case timedOut(Phase)
        /// The connection ended before the answer was complete.
        case connectionLost
        /// The connection could not be secured, or the host is not trusted.
        case tls
        /// The calling task was cancelled.
        case cancelled
        /// The transport was released or shut down.
        case released
        /// The bytes that arrived are not valid HTTP.
        case protocolViolation
        /// The request cannot be sent in this form; nothing was sent.
        case invalidRequest
        /// The source of the request's content failed.
        case contentFailed
        /// The answer's content has an unknown coding, or does not conform to its coding.
        case undecodable
        /// The request would have to be sent again, but its content can be read only once.
        case notReplayable
        /// No credentials were available.
        case unauthenticated
        /// The answer's header section exceeds the limit.
        case tooLarge
        /// A redirect must not or cannot be followed.
        case redirectRefused
        /// The request would be sent unencrypted, which is not allowed for its host; nothing was
        /// sent.
        case cleartext
        /// The transport itself failed, for example for lack of memory or of descriptors.
        case failed
    }

    /// The phase that a transfer had reached.
    public enum Phase: String, Sendable, Hashable {
        /// The connection was not open yet.
        case connecting
        /// The request was not sent completely.
        case sending
        /// No header section had arrived.
        case waiting
        /// The content had not arrived completely.
        case receiving
    }
}

extension TransportError: CustomStringConvertible {
    /// The kind of failure and the details, in one line.
    public var description: String {
        detail.isEmpty ? kind.description : "\(kind): \(detail)"
    }
}

extension TransportError.Kind: CustomStringConvertible {
    /// A description of the failure, in a few words.
    public var description: String {
        switch self {
        case .cannotResolve: "cannot resolve the host"
        case .cannotConnect: "cannot connect"
        case .timedOut(let phase): "timed out while \(phase.rawValue)"
        case .connectionLost: "connection lost"
        case .tls: "cannot secure the connection"
        case .cancelled: "cancelled"
        case .released: "the transport was released"
        case .protocolViolation: "protocol violation"
        case .invalidRequest: "invalid request"
        case .contentFailed: "the request's content failed"
        case .undecodable: "undecodable content"
        case .notReplayable: "the request's content can be read only once"
        case .unauthenticated: "not authenticated"
        case .tooLarge: "answer too large"
        case .redirectRefused: "redirect refused"
        case .cleartext: "not encrypted"
        case .failed: "the transport failed"
        }
    }
}
