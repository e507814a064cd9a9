// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

/// The proxies in front of a server that are trusted to name their clients.
///
/// ```swift
/// options.trustedProxies = .loopback
/// let networks = ["10.1.0.0/24"].compactMap { TrustedProxies.Network($0) }
/// options.trustedProxies = TrustedProxies(networks: networks, fields: .forwarded)
/// ```
///
/// The fields of a trusted proxy replace three properties of the request: the peer's address, the
/// statement that the connection is secure, and the authority. The client's address is the
/// rightmost address in the fields that is not a trusted proxy's, because the client may have
/// invented all addresses to its left. The fields are then removed from the request. Fields from
/// other senders only show that the request was forwarded, so that it does not count as a request
/// from this machine.
///
/// A trusted proxy's request that does not name its client in a readable form counts as a request
/// from another machine without TLS, so that it has fewer rights than the proxy itself.
public struct TrustedProxies: Sendable, Hashable {
    /// The fields in which proxies name their clients.
    public enum Fields: Sendable, Hashable {
        /// `X-Forwarded-For`, `X-Forwarded-Proto` and
        /// `X-Forwarded-Host`, as most proxies write them.
        case xForwarded
        /// `Forwarded` (RFC 7239).
        case forwarded
    }

    /// True if the addresses of this machine are trusted, including local sockets.
    public let includesLoopback: Bool
    /// The addresses of the trusted networks.
    public let networks: [Network]
    /// The fields that are read.
    ///
    /// Other fields are ignored: if a proxy does not write a field, it forwards the value that its
    /// client has written.
    public let fields: Fields

    /// Creates a set of proxies.
    ///
    /// - Parameters:
    ///   - networks: The networks of the proxies. They must contain nothing but proxies, because
    ///     any machine in them could claim to be any client.
    ///   - includesLoopback: True if programs on this machine are trusted; false by default.
    ///   - fields: The fields that the proxies write; by default the `X-Forwarded-` fields.
    public init(
        networks: [Network],
        includesLoopback: Bool = false,
        fields: Fields = .xForwarded
    ) {
        self.networks = networks
        self.includesLoopback = includesLoopback
        self.fields = fields
    }

    /// No proxies, which is the default: the peer of a connection is the client.
    public static let none = TrustedProxies(networks: [])

    /// Proxies on this machine that write the `X-Forwarded-` fields.
    public static let loopback = TrustedProxies(networks: [], includesLoopback: true)

    /// True if no proxy is trusted.
    public var isEmpty: Bool { !includesLoopback && networks.isEmpty }

    /// Returns true if an address belongs to a trusted proxy.
    func contains(_ address: InternetAddress) -> Bool {
        includesLoopback && address.isLoopback || networks.contains { $0.contains(address) }
    }
}
