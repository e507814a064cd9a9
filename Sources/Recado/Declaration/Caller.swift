// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Who calls an endpoint, as its handler gets to know them.
///
/// An endpoint with a caller other than ``Anyone`` is protected: the server answers 401 with a
/// challenge unless the request bears credentials that the service accepts, and its handler takes
/// the caller as an argument, so that it cannot be forgotten.
public protocol Caller: Sendable {
    /// What callers prove themselves with.
    associatedtype Credentials: CallerCredentials
    /// The part of the service that the credentials are for (RFC 9110 §11.5).
    static var realm: String { get }
}

/// Credentials that travel in the Authorization field (RFC 9110 §11.4).
public protocol CallerCredentials: Sendable {
    /// Whether who reads them on the way can use them as well, as with passwords and bearer tokens.
    ///
    /// The server takes such credentials only where nobody can: over TLS, and from its own machine.
    /// By default they are taken for such.
    static var revealSecrets: Bool { get }
    /// The authentication scheme, such as `Basic`; empty where none is needed.
    static var scheme: String { get }
    /// The parameters of a challenge beside the realm, such as `charset="UTF-8"`.
    static var challengeParameters: [(name: String, value: String)] { get }
    /// Reads credentials from the value of an Authorization field.
    ///
    /// - Parameter authorization: The value; `nil` is returned for another scheme or a bad form.
    init?(authorization: String)
    /// The value of the Authorization field.
    var authorization: String { get }
}

extension CallerCredentials {
    /// They do.
    public static var revealSecrets: Bool { true }
    /// No parameters.
    public static var challengeParameters: [(name: String, value: String)] { [] }
}

/// Credentials that the connection has, instead of a field of each request.
///
/// A request without them, or with those of somebody who may not call, is answered with 403: there is
/// no challenge that a client could answer on the same connection (RFC 9110 §15.5.4).
public protocol PeerCredentials: CallerCredentials {
    /// Reads credentials from what is known of the connection.
    ///
    /// - Parameter peer: The other end; `nil` is returned when it has not proved who it is.
    init?(peer: Peer)
}

extension PeerCredentials {
    /// They do not: what they prove is proved anew with each connection.
    public static var revealSecrets: Bool { false }
    /// No scheme, as they are no matter of fields.
    public static var scheme: String { "" }
    /// Returns nothing: no field is read.
    public init?(authorization: String) { nil }
    /// No value.
    public var authorization: String { "" }
}

/// A caller that nobody asks who they are.
public struct Anyone: Caller {
    /// Nothing: everyone may call.
    public struct Credentials: CallerCredentials {
        /// No scheme.
        public static var scheme: String { "" }
        /// Returns nothing: no field is read.
        public init?(authorization: String) { nil }
        /// No value.
        public var authorization: String { "" }
    }

    /// No realm.
    public static var realm: String { "" }
    /// Creates the only value.
    public init() {}
}
