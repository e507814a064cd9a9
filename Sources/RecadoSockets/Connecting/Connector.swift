// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import RecadoWire
import Synchronization

/// Opens connections: directly, through proxies, over TLS, or to an address other than that of the
/// request's host.
struct Connector: Sendable {
    /// An open connection, with the properties that became known while it was opened.
    struct Opened: Sendable {
        let channel: Channel
        /// True if the connection speaks HTTP/2.
        let speaksHTTP2: Bool
        /// The field lines that a forwarding proxy needs in each request; `nil` without such a
        /// proxy.
        let proxyLines: [UInt8]?
    }

    let options: SocketTransport.Options
    let reactor: Reactor
    let resolver: Resolver
    let rules: HostRules

    /// Opens a connection for a transfer.
    ///
    /// - Parameters:
    ///   - transfer: The transfer.
    ///   - isForRequests: True if the connection is for HTTP, so that a proxy may forward requests.
    /// - Returns: The connection.
    /// - Throws: The reason that no connection could be opened.
    @concurrent
    func open(
        for transfer: Transfer,
        isForRequests: Bool = true
    ) async throws(TransportError) -> Opened {
        let request = transfer.request
        let host = rules[request]
        let authority = Authority(request.authority)
        let port = authority.port ?? (request.isSecure ? 443 : 80)
        transfer.note { $0.sought = $0.sought ?? .now }
        let proxy =
            host.unixSocket == nil
            ? options.proxies.proxy(host: authority.host, port: port, isSecure: request.isSecure)
            : nil
        if let proxy { transfer.report(.proxied(proxy.description)) }
        let channel = try await connect(transfer, host, proxy, authority.host, port)
        do throws(TransportError) {
            var proxyLines: [UInt8]?
            if let proxy {
                let mayForward = isForRequests && !request.isSecure && !host.assumesHTTP2
                proxyLines = try await pass(proxy, channel, transfer, authority, port, mayForward)
            }
            let speaksHTTP2 = try await secure(
                channel,
                transfer,
                host,
                authority,
                port,
                isForRequests
            )
            let isPlain = proxy == nil && !request.isSecure
            transfer.note { $0.opened = isPlain ? $0.connected : .now }
            return Opened(channel: channel, speaksHTTP2: speaksHTTP2, proxyLines: proxyLines)
        } catch {
            channel.close()
            throw error
        }
    }

    /// Opens a tunnel through a proxy, or lets the proxy forward the requests.
    private func pass(
        _ proxy: ProxyServer,
        _ channel: Channel,
        _ transfer: Transfer,
        _ authority: Authority,
        _ port: Int,
        _ mayForward: Bool
    ) async throws(TransportError) -> [UInt8]? {
        if proxy.kind == .https {
            let context = try rules.proxyContext()
            try await secure(channel, context, proxy.host, proxy.port, transfer)
        }
        if mayForward, proxy.kind.forwards { return proxy.authorizationLines }
        let tunnel = ProxyTunnel(proxy: proxy, channel: channel, transfer: transfer)
        try await tunnel.open(to: authority.host, port: port, resolver)
        return nil
    }

    // MARK: - Places

    private func connect(
        _ transfer: Transfer,
        _ rules: SocketTransport.HostOptions,
        _ proxy: ProxyServer?,
        _ host: String,
        _ port: Int
    ) async throws(TransportError) -> Channel {
        let addresses: [SocketName]
        if let path = rules.unixSocket {
            guard let address = SocketName(path: path) else {
                let reason = "the path of the socket is empty or longer than 107 bytes"
                throw TransportError(.cannotConnect, "\(transfer.request.authority): \(reason)")
            }
            addresses = [address]
        } else {
            let other = rules.connectsTo.map { Authority($0) }
            transfer.report(.resolving(host: transfer.request.authority))
            addresses = try await resolver.addresses(
                of: proxy?.host ?? other?.host ?? host,
                port: proxy?.port ?? other?.port ?? port,
                for: transfer
            )
        }
        transfer.note { $0.resolved = .now }
        let attempt = ConnectAttempt(
            reactor: reactor,
            transfer: transfer,
            localAddress: try localAddress(for: transfer)
        )
        let channel = try await attempt.connect(to: addresses)
        transfer.reportConnection(isReused: false)
        return channel
    }

    private func localAddress(for transfer: Transfer) throws(TransportError) -> SocketName? {
        guard let text = options.localAddress else { return nil }
        if let address = SocketName(numeric: text, port: 0) { return address }
        let reason = "the local address is no numeric one"
        throw TransportError(.cannotConnect, "\(transfer.request.authority): \(reason)")
    }

    // MARK: - TLS

    /// Begins TLS with a host if the request requires it; returns true if the connection speaks
    /// HTTP/2.
    private func secure(
        _ channel: Channel,
        _ transfer: Transfer,
        _ host: SocketTransport.HostOptions,
        _ authority: Authority,
        _ port: Int,
        _ isForRequests: Bool
    ) async throws(TransportError) -> Bool {
        guard transfer.request.isSecure else { return host.assumesHTTP2 && isForRequests }
        let session = try await secure(
            channel,
            try rules.context(for: transfer.request),
            authority.host,
            port,
            transfer,
            isForRequests: isForRequests
        )
        try check(session, host, transfer, authority.host, port)
        return session.applicationProtocol == "h2"
    }

    @discardableResult
    private func secure(
        _ channel: Channel,
        _ context: TLSContext,
        _ name: String,
        _ port: Int,
        _ transfer: Transfer,
        isForRequests: Bool = true
    ) async throws(TransportError) -> TLSSession {
        let session = channel.sessions.withLock { sessions in
            let session = HostSession.begin(
                context,
                name: name,
                port: port,
                over: channel.descriptor,
                within: sessions.last,
                isForRequests: isForRequests
            )
            if let session { sessions.append(session) }
            return session
        }
        guard let session else { throw TransportError(.failed, "there is no memory for TLS") }
        channel.isSecure.store(true, ordering: .releasing)
        while true {
            let side: Side
            // A connection that was closed in the meantime has no session.
            switch channel.sessions.withLock({ $0.last === session ? session.handshake() : nil }) {
            case nil: throw channel.ending ?? TransportError(.released)
            case .done: return session
            case .wantsRead: side = .reading
            case .wantsWrite: side = .writing
            case .failed(let reason):
                throw Self.failure(of: transfer, reason)
            }
            try await channel.waitUntilReady(
                for: side,
                until: transfer.connectDeadline,
                late: transfer.timeout(.connecting)
            )
        }
    }

    private static func failure(of transfer: Transfer, _ reason: String) -> TransportError {
        // OpenSSL reports a wrong version if the data that it receives is not a TLS record.
        let words = reason == "wrong version number" ? "it does not speak TLS" : reason
        return TransportError(.tls, "\(transfer.request.authority): \(words)")
    }

    /// Reports the TLS session, then checks the host's certificates against the pins and by the
    /// program's own verification, if there are any.
    private func check(
        _ session: TLSSession,
        _ rules: SocketTransport.HostOptions,
        _ transfer: Transfer,
        _ host: String,
        _ port: Int
    ) throws(TransportError) {
        let isChecked = !rules.pins.isEmpty || rules.verification != nil
        guard isChecked || transfer.isObserved else { return }
        let certificates = session.presentedCertificates
        transfer.report(
            .secured(version: session.versionName, protocol: session.applicationProtocol)
        )
        transfer.report(.certificates(certificates))
        guard isChecked else { return }
        let chain = CertificateVerification.Chain(
            host: host.lowercased(),
            port: port,
            certificates: certificates,
            rejection: ordinaryRejection(session, transfer)
        )
        let checks = HostVerification(pins: rules.pins, verification: rules.verification)
        guard let rejection = checks.rejection(of: chain) else { return }
        throw TransportError(.tls, "\(transfer.request.authority): \(rejection)")
    }

    /// Returns the reason that OpenSSL's check refuses the host's certificates although the
    /// handshake was completed; `nil` if it accepts them or the host is not verified.
    private func ordinaryRejection(_ session: TLSSession, _ transfer: Transfer) -> String? {
        rules.isVerified(transfer.request) ? session.rejection : nil
    }
}
