// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension TrustedProxies {
    /// The way in which the client of a request was found.
    enum Origin: Sendable, Hashable {
        /// The client is the peer of the connection.
        case direct
        /// A trusted proxy has named the client.
        case forwarded
        /// A trusted proxy has stated that there is a client, but not its address.
        case hidden
        /// A trusted proxy has named the client in a form that cannot be read.
        case malformed
    }

    /// The most proxies that are considered, the nearest first; entries beyond them are ignored.
    static let hopLimit = 32

    /// Replaces the proxy that has forwarded a request by the request's client.
    ///
    /// - Parameter request: The request, as it came over the connection.
    /// - Returns: The way in which the client was found.
    func resolve(_ request: inout Request) -> Origin {
        guard let peer = request.peer, trusts(peer) else { return .direct }
        guard let hops = Self.hops(of: request, fields) else {
            return Self.conceal(&request, peer, .malformed)
        }
        guard !hops.isEmpty else { return .direct }
        var isLocal = peer.isLocal
        var client: (hop: ForwardedHop, address: InternetAddress)?
        for hop in hops.suffix(Self.hopLimit).reversed() {
            guard let address = hop.address else {
                return Self.conceal(&request, peer, hop.isHidden ? .hidden : .malformed)
            }
            client = (hop, address)
            // A proxy on another machine may falsely claim that its client is this machine.
            isLocal = isLocal && address.isLoopback
            if !contains(address) { break }
        }
        guard let client else { return .direct }
        let isSecure = client.hop.scheme == "https"
        request.peer = Peer(
            address: client.address.text,
            isLocal: isLocal,
            isSecure: isSecure
        )
        request.scheme = isSecure ? "https" : "http"
        if let host = client.hop.host { request.authority = host }
        // Nobody has vouched for the values that are left in these fields.
        for name in Self.names(of: fields) { request.fields.removeAll(name) }
        return .forwarded
    }

    /// True for a trusted proxy.
    func trusts(_ peer: Peer) -> Bool {
        guard !isEmpty else { return false }
        guard let address = InternetAddress(peer.address) else {
            // A local socket has no address.
            return includesLoopback && peer.address.isEmpty
        }
        return contains(address)
    }

    /// Keeps the proxy's address, and gives its client no trust.
    private static func conceal(
        _ request: inout Request,
        _ peer: Peer,
        _ origin: Origin
    ) -> Origin {
        request.peer = Peer(address: peer.address, isLocal: false, isSecure: false)
        request.scheme = "http"
        return origin
    }

    private static func names(of fields: Fields) -> [FieldName] {
        switch fields {
        case .forwarded: ["Forwarded"]
        case .xForwarded: ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"]
        }
    }

    private static func hops(of request: Request, _ fields: Fields) -> [ForwardedHop]? {
        switch fields {
        case .forwarded: ForwardedHop.list(forwarded: request.fields)
        case .xForwarded: ForwardedHop.list(xForwarded: request.fields)
        }
    }
}
