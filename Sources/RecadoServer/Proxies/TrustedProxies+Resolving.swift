// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension TrustedProxies {
    /// The way in which the client of a request was found.
    enum Origin: Sendable, Hashable {
        /// It is the peer of the connection.
        case direct
        /// A trusted proxy has told of it.
        case forwarded
        /// A trusted proxy knows that there is one, but not its address.
        case hidden
        /// A trusted proxy has told of it in a way that cannot be understood.
        case malformed
    }

    /// The most proxies that a request may have come through.
    static let hopLimit = 32

    /// Puts the client of a request in the place of the proxy that has passed it on.
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
            // A proxy elsewhere may say that its client is this machine, and lie.
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
        // What is left of such fields, nobody has vouched for.
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

    /// Leaves the proxy's address, and trusts its client with nothing.
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
