// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error that kept a response from arriving, or from arriving whole.
///
/// The description is one line that names the host at most: no path, no query, no field.
public struct TransportError: Error, Sendable, Hashable {
    /// The kind of failure.
    public let kind: Kind
    /// The particulars in one line, for people.
    public let detail: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of error.
    ///   - detail: The particulars. It becomes part of descriptions that are logged: no path, no
    ///     query and no field's value belongs there.
    public init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }

    /// The kinds of failure of a transfer.
    @nonexhaustive
    public enum Kind: Sendable, Hashable {
        /// The host's name is not known, or nobody could be asked.
        case cannotResolve
        /// No connection to the host could be opened.
        case cannotConnect
        /// A limit of ``Timeouts`` was exceeded.
        case timedOut(Phase)
        /// The connection ended before the answer did.
        case connectionLost
        /// The connection could not be secured, or the host not be trusted.
        case tls
        /// The calling task was cancelled.
        case cancelled
        /// The transport was released or shut down.
        case released
        /// The bytes that arrived are not valid HTTP.
        case protocolViolation
        /// The request cannot be sent as it is; nothing was sent.
        case invalidRequest
        /// The source of the request's content failed.
        case contentFailed
        /// The answer's content has a coding that is unknown, or is not what its coding demands.
        case undecodable
        /// The request must be sent again, and its content can be read only once.
        case notReplayable
        /// No credentials could be had.
        case unauthenticated
        /// The answer's header section exceeds the limit.
        case tooLarge
        /// A redirect must not be followed, or cannot be.
        case redirectRefused
        /// The request would go unencrypted to a host that is no exception; nothing was sent.
        case cleartext
        /// The transport itself failed, for want of memory or of descriptors.
        case failed
    }

    /// The phase that a transfer had reached.
    public enum Phase: String, Sendable, Hashable {
        /// No connection yet.
        case connecting
        /// The request was not sent in full.
        case sending
        /// No header section had arrived.
        case waiting
        /// The content had not arrived in full.
        case receiving
    }
}

extension TransportError: CustomStringConvertible {
    /// The kind of failure and the particulars, in one line.
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
