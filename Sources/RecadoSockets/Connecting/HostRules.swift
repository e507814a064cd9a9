// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport
import Synchronization

/// The options of a transport's hosts, and the TLS contexts that are created from them.
final class HostRules: Sendable {
    private struct Entry {
        let context: TLSContext
        let madeAt: Tick
    }

    private let options: SocketTransport.Options
    /// The TLS contexts, by the name of the host to which their rules apply; the empty name means
    /// all other hosts.
    private let contexts = Mutex<[String: Entry]>([:])

    /// The time after which the certificate authorities of a context are read again.
    private static let lifetime = Duration.seconds(86_400)
    /// The name under which the context for proxies is stored; no host can have this name.
    private static let proxy = "proxy:"

    init(_ options: SocketTransport.Options) {
        self.options = options
    }

    /// Returns the names under which a host may have options: with the port, which takes
    /// precedence, and without it.
    private func names(of request: PreparedRequest) -> [String] {
        let authority = Authority(request.authority.lowercased())
        let port = authority.port ?? (request.isSecure ? 443 : 80)
        return ["\(authority.host):\(port)", authority.host]
    }

    /// Returns the name under which a host has options of its own; `nil` if it has none.
    private func ownName(of request: PreparedRequest) -> String? {
        if options.hosts.isEmpty { return nil }
        return names(of: request).first { options.hosts[$0] != nil }
    }

    /// The options of a request's host.
    subscript(request: PreparedRequest) -> SocketTransport.HostOptions {
        ownName(of: request).flatMap { options.hosts[$0] } ?? options.host
    }

    /// True if the certificate of a request's host is verified.
    func isVerified(_ request: PreparedRequest) -> Bool {
        let insecure = options.insecureHostsWithoutVerification
        return insecure.isEmpty || !names(of: request).contains(where: insecure.contains)
    }

    /// Returns the context for connections to a request's host.
    func context(for request: PreparedRequest) throws(TransportError) -> TLSContext {
        let (rules, isVerified) = (self[request], isVerified(request))
        let name = (ownName(of: request) ?? "") + (isVerified ? "" : " unverified")
        return try context(name) { () throws(TransportError) in
            try TLSContext(
                rules,
                isVerified: isVerified,
                isEnforced: rules.verification?.replacesOrdinaryCheck != true,
                minimumVersion: self.options.minimumTLSVersion,
                protocols: self.options.offersHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
            )
        }
    }

    /// Returns the context for connections to proxies.
    func proxyContext() throws(TransportError) -> TLSContext {
        try context(Self.proxy) { () throws(TransportError) in
            try TLSContext(
                SocketTransport.HostOptions(trust: self.options.proxies.trust),
                isVerified: true,
                isEnforced: true,
                minimumVersion: self.options.minimumTLSVersion,
                protocols: ["http/1.1"]
            )
        }
    }

    private func context(
        _ name: String,
        _ make: () throws(TransportError) -> TLSContext
    ) throws(TransportError) -> TLSContext {
        let now = Tick.now
        let kept = contexts.withLock { $0[name] }
        if let kept, kept.madeAt.after(Self.lifetime) > now { return kept.context }
        let context = try make()
        contexts.withLock { $0[name] = Entry(context: context, madeAt: now) }
        return context
    }
}
