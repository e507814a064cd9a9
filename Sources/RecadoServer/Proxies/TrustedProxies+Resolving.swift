// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension TrustedProxies {
    /// The source of the client's address in a request.
    enum Origin: Sendable, Hashable {
        /// The client is the peer of the connection.
        case direct
        /// A trusted proxy has named the client.
        case forwarded
        /// A trusted proxy reported a client, but hid its address.
        case hidden
        /// A trusted proxy named the client in a form that cannot be parsed.
        case malformed
    }

    /// The most proxies that are examined, the nearest first; entries beyond the limit are ignored.
    static let hopLimit = 32

    /// Replaces a request's peer, a trusted proxy, with the client that the proxy named.
    ///
    /// - Parameter request: The request, as it arrived over the connection.
    /// - Returns: The source of the client's address.
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
            // The client is on this machine only if every proxy is, too: a proxy on another machine
            // may falsely claim that its client is this machine.
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
        // The remaining values in these fields come from senders that are not trusted.
        for name in Self.names(of: fields) { request.fields.removeAll(name) }
        return .forwarded
    }

    /// True if the peer is a trusted proxy.
    func trusts(_ peer: Peer) -> Bool {
        guard !isEmpty else { return false }
        guard let address = InternetAddress(peer.address) else {
            // A local socket has no address.
            return includesLoopback && peer.address.isEmpty
        }
        return contains(address)
    }

    /// Keeps the proxy's address as the peer's, but treats the peer as a remote client without TLS.
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
