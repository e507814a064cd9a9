// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
import Security
#endif

/// The sessions of a transport, and the transfers on them.
///
/// A host that has its own options also has its own session, and thus its own connections.
/// Therefore a connection that was trusted for another host is never reused for this host, even
/// though HTTP/2 lets several hosts share a connection (RFC 9113 §9.1.1).
///
/// No task is created in an invalidated session, because that would crash the program.
final class SessionPool: Sendable {
    private struct State {
        /// The sessions; each key identifies the options that the session uses.
        var sessions: [ObjectIdentifier: URLSession] = [:]
        var transfers: [ObjectIdentifier: Transfer] = [:]
        var isClosed = false
    }

    let rules: HostRules
    private let options: URLSessionTransport.Options
    private let state = Mutex(State())

    init(options: URLSessionTransport.Options) {
        self.options = options
        rules = HostRules(options)
    }

    /// Starts a task for a transfer; returns `nil` if the pool is closed.
    func start(_ transfer: Transfer, _ request: URLRequest) -> URLSessionTask? {
        let rule = ObjectIdentifier(rules[authority: transfer.authority])
        return state.withLock { state in
            guard !state.isClosed else { return nil }
            let session = state.sessions[rule] ?? makeSession()
            state.sessions[rule] = session
            let task = session.dataTask(with: request)
            state.transfers[ObjectIdentifier(transfer)] = transfer
            (session.delegate as? SessionDelegate)?.register(transfer, for: task)
            return task
        }
    }

    /// Removes a transfer that has ended.
    func remove(_ transfer: Transfer) {
        state.withLock { _ = $0.transfers.removeValue(forKey: ObjectIdentifier(transfer)) }
    }

    /// Ends all transfers, and lets no new transfers start.
    func close() {
        let (sessions, transfers) = state.withLock { state in
            state.isClosed = true
            defer { (state.sessions, state.transfers) = ([:], [:]) }
            return (Array(state.sessions.values), Array(state.transfers.values))
        }
        for transfer in transfers { transfer.end(.failure(TransportError(.released))) }
        for session in sessions { session.invalidateAndCancel() }
    }

    private func makeSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = options.connectionsPerHost
        configuration.timeoutIntervalForRequest = 86_400 * 365
        #if canImport(Darwin)
        configuration.tlsMinimumSupportedProtocolVersion =
            options.minimumTLSVersion == .tls13 ? .TLSv13 : .TLSv12
        #endif
        return URLSession(
            configuration: configuration,
            delegate: SessionDelegate(rules),
            delegateQueue: nil
        )
    }
}
