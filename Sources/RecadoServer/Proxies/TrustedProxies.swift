// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

/// The proxies in front of a server that are trusted to name their clients.
///
/// ```swift
/// options.trustedProxies = .loopback
/// let networks = ["10.1.0.0/24"].compactMap { TrustedProxies.Network($0) }
/// options.trustedProxies = TrustedProxies(networks: networks, tellingBy: .forwarded)
/// ```
///
/// The fields of such a proxy replace the address of the request's peer, the statement that the
/// connection is secure, and the authority. Of the addresses that it lists, the rightmost that is
/// not a trusted proxy's is the client's: the client may have written any address to the left of it
/// itself. The fields are then removed from the request. Of the fields from anybody else, only the
/// fact that the request was forwarded is honoured: such a request does not count as one from this
/// machine.
///
/// A request of a trusted proxy that does not state its client in a readable form counts as one
/// from another machine without TLS: it has fewer rights than one of the proxy itself.
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
    /// The networks that are trusted.
    public let networks: [Network]
    /// The fields that are read.
    ///
    /// The others are not read: a proxy that does not write them forwards those that its client has
    /// written.
    public let fields: Fields

    /// Creates a set of proxies.
    ///
    /// - Parameters:
    ///   - networks: Their addresses, which must be those of proxies alone: other machines there
    ///     could claim to be any client.
    ///   - includesLoopback: True if programs on this machine are trusted; false by default.
    ///   - fields: The fields that the proxies write; by default those with `X-`.
    public init(
        networks: [Network],
        includesLoopback: Bool = false,
        tellingBy fields: Fields = .xForwarded
    ) {
        self.networks = networks
        self.includesLoopback = includesLoopback
        self.fields = fields
    }

    /// No proxies, the default: the peers of connections are the clients.
    public static let none = TrustedProxies(networks: [])

    /// Proxies on this machine, which write the fields with `X-`.
    public static let loopback = TrustedProxies(networks: [], includesLoopback: true)

    /// True if no proxy is trusted.
    public var isEmpty: Bool { !includesLoopback && networks.isEmpty }

    /// Returns true if an address is a trusted proxy's.
    func contains(_ address: InternetAddress) -> Bool {
        includesLoopback && address.isLoopback || networks.contains { $0.contains(address) }
    }
}
