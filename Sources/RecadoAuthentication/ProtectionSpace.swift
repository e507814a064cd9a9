// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The part of a server or a proxy to which credentials apply (RFC 9110 §11.5).
public struct ProtectionSpace: Sendable, Hashable {
    /// The side that asks for credentials: the server or a proxy.
    public enum Side: String, Sendable, Hashable, Codable {
        /// The server that the request is for.
        case server
        /// A proxy between the client and that server.
        case proxy
    }

    /// The side that asks for credentials.
    public let side: Side
    /// The scheme and authority of the server, such as `https://example.org`; empty for a proxy.
    public let origin: String
    /// The name that the server gives to its protected part.
    public let realm: String

    /// Creates a space.
    ///
    /// - Parameters:
    ///   - side: The side that asks for credentials.
    ///   - origin: The scheme and authority of the server.
    ///   - realm: The name that the server gives to its protected part.
    public init(side: Side = .server, origin: String, realm: String) {
        self.side = side
        self.origin = origin
        self.realm = realm
    }

    /// The host of the origin, without its port; empty for a proxy.
    var host: String {
        guard let slash = origin.lastIndex(of: "/") else { return "" }
        let authority = origin[origin.index(after: slash)...]
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[...end])
        }
        return String(authority.prefix { $0 != ":" })
    }
}
