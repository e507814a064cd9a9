// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

/// The proxies in front of a server whose word about their clients is taken.
///
/// ```swift
/// options.trustedProxies = .loopback
/// let networks = ["10.1.0.0/24"].compactMap { TrustedProxies.Network($0) }
/// options.trustedProxies = TrustedProxies(networks: networks, tellingBy: .forwarded)
/// ```
///
/// The fields of such a proxy replace the address of the request's peer, whether the connection is
/// secure, and the authority. Of the addresses that it lists, the rightmost that is no trusted
/// proxy is the client: the client may have written any address left of it itself. The fields are
/// taken out of the request then. Of anybody else's fields only the fact that the request was
/// passed on is honored: it does not count as one from this machine.
///
/// A request of a trusted proxy that does not tell, in a way that can be understood, where it comes
/// from counts as one from another machine without TLS: less is allowed to it than to the proxy
/// itself.
public struct TrustedProxies: Sendable, Hashable {
    /// The fields in which proxies tell of their clients.
    public enum Fields: Sendable, Hashable {
        /// `X-Forwarded-For`, `X-Forwarded-Proto` and
        /// `X-Forwarded-Host`, as most proxies write them.
        case xForwarded
        /// `Forwarded` (RFC 7239).
        case forwarded
    }

    /// Whether the addresses of this machine are trusted, local sockets among them.
    public let includesLoopback: Bool
    /// The networks that are trusted.
    public let networks: [Network]
    /// The fields that are read.
    ///
    /// The others are not: a proxy that does not write them passes on what its client has written.
    public let fields: Fields

    /// Creates a choice of proxies.
    ///
    /// - Parameters:
    ///   - networks: Their addresses, which must be those of proxies alone: other machines there
    ///     could pass themselves off as anybody.
    ///   - includesLoopback: Whether programs on this machine are trusted; by default not.
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

    /// No proxies, the default: peers are who they are.
    public static let none = TrustedProxies(networks: [])

    /// Proxies on this machine, which write the fields with `X-`.
    public static let loopback = TrustedProxies(networks: [], includesLoopback: true)

    /// Whether no proxy is trusted.
    public var isEmpty: Bool { !includesLoopback && networks.isEmpty }

    /// Whether an address is a trusted proxy's.
    func contains(_ address: InternetAddress) -> Bool {
        includesLoopback && address.isLoopback || networks.contains { $0.contains(address) }
    }
}
