// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A request, as a client sends it and a server receives it (RFC 9110 §3.4).
///
/// ```swift
/// let request = Request(method: .get, target: "/films/7", fields: [.accept: "application/json"])
/// ```
public struct Request: Sendable {
    /// The method, whose name is case-sensitive.
    public var method: Method
    /// The scheme of the target, `http` or `https`.
    public var scheme: String
    /// The host of the target, with its port unless that is the scheme's default.
    ///
    /// It is empty on a server if the client sent no host, as HTTP/1.0 allows.
    public var authority: String
    /// The path and the query of the target, escaped: `/catalog?q=El%20Cami%C3%B3n`.
    ///
    /// It is `*` for an OPTIONS request about the server itself.
    public var target: String
    /// The header fields, in their order.
    public var fields: Fields
    /// The content: bytes in memory, or a stream.
    public var content: Content
    /// The client that sent the request, as seen by the server or named by a trusted proxy; `nil`
    /// for a request that was not received.
    public var peer: Peer?
    /// The version of HTTP; `nil` unless a server received the request over a connection.
    public var version: Version?
    /// True if the sender needs only the response's value, so that a server in the same process may
    /// leave it unencoded.
    package var isForValue = false

    /// The versions of HTTP.
    @nonexhaustive
    public enum Version: String, Sendable, Hashable, CustomStringConvertible {
        /// HTTP/1.0 (RFC 1945).
        case http10 = "HTTP/1.0"
        /// HTTP/1.1 (RFC 9112).
        case http11 = "HTTP/1.1"
        /// HTTP/2 (RFC 9113).
        case http2 = "HTTP/2"

        /// The version as logs show it.
        public var description: String { rawValue }
    }

    /// Creates a request from its parts.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - scheme: The scheme of the target, `http` or `https`.
    ///   - authority: The host of the target, with its port.
    ///   - target: The escaped path and query.
    ///   - fields: The header section.
    ///   - content: The content.
    ///   - peer: The other end of the connection.
    public init(
        method: Method,
        scheme: String = "http",
        authority: String = "",
        target: String,
        fields: Fields = [:],
        content: Content = .empty,
        peer: Peer? = nil
    ) {
        self.method = method
        self.scheme = scheme
        self.authority = authority
        self.target = target
        self.fields = fields
        self.content = content
        self.peer = peer
    }

    /// Creates a request that a server received in the given version of HTTP.
    @inlinable
    package init(
        method: Method,
        authority: String,
        target: String,
        fields: Fields,
        content: Content,
        peer: Peer?,
        version: Version
    ) {
        self.method = method
        scheme = "http"
        self.authority = authority
        self.target = target
        self.fields = fields
        self.content = content
        self.peer = peer
        self.version = version
    }

    /// The same request, but with ``isForValue`` false, so that the answer is encoded and has all
    /// fields.
    package var forWholeAnswer: Request {
        var request = self
        request.isForValue = false
        return request
    }

    /// The escaped path, without the query.
    public var path: Substring {
        questionMark.map { target[..<$0] } ?? target[...]
    }

    /// The escaped query, without its question mark; `nil` when there is none.
    public var query: Substring? {
        questionMark.map { target[target.utf8.index(after: $0)...] }
    }

    private var questionMark: String.Index? {
        let bytes = target.utf8Span.span
        for offset in bytes.indices where bytes[offset] == UInt8(ascii: "?") {
            return target.utf8.index(target.startIndex, offsetBy: offset)
        }
        return nil
    }
}

/// The other end of the connection that brought a request.
public struct Peer: Sendable, Hashable {
    /// The address, without the port: `192.0.2.7`, `2001:db8::7`; empty for a local socket.
    public let address: String
    /// True if the request came from a program on this machine: over a local socket, or from a
    /// loopback address if the server is configured to assume that no proxy forwards requests from
    /// there.
    ///
    /// Without TLS, a server accepts passwords only if this is true. Everything else that is
    /// reserved for this machine depends on it as well.
    public let isLocal: Bool
    /// True if the connection is encrypted.
    public let isSecure: Bool
    /// The certificate that proves the identity of the other end; `nil` if the server did not
    /// request one or received none.
    public let certificate: PeerCertificate?

    /// Creates a description of the other end.
    ///
    /// - Parameters:
    ///   - address: The address, without the port.
    ///   - isLocal: True if the request comes from a program on this machine.
    ///   - isSecure: True if the connection is encrypted.
    ///   - certificate: The certificate of the other end, which has proved that it has the private
    ///     key; none by default.
    public init(
        address: String,
        isLocal: Bool,
        isSecure: Bool,
        certificate: PeerCertificate? = nil
    ) {
        self.address = address
        self.isLocal = isLocal
        self.isSecure = isSecure
        self.certificate = certificate
    }
}
