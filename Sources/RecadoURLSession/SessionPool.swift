// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The session of a transport, and the transfers on it.
///
/// No task is ever made of a session that has been invalidated: that ends the program.
final class SessionPool: Sendable {
    private struct State {
        var session: URLSession?
        var transfers: [ObjectIdentifier: Transfer] = [:]
        var isClosed = false
    }

    private let options: URLSessionTransport.Options
    private let state = Mutex(State())

    init(options: URLSessionTransport.Options) {
        self.options = options
    }

    /// Starts a task for a transfer; `nil` when the pool is closed.
    func start(_ transfer: Transfer, _ request: URLRequest) -> URLSessionTask? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let session = state.session ?? makeSession()
            state.session = session
            let task = session.dataTask(with: request)
            state.transfers[ObjectIdentifier(transfer)] = transfer
            (session.delegate as? SessionDelegate)?.register(transfer, for: task)
            return task
        }
    }

    /// Forgets a transfer that is over.
    func remove(_ transfer: Transfer) {
        state.withLock { _ = $0.transfers.removeValue(forKey: ObjectIdentifier(transfer)) }
    }

    /// Ends everything under way.
    func close() {
        let (session, transfers) = state.withLock { state in
            state.isClosed = true
            defer { (state.session, state.transfers) = (nil, [:]) }
            return (state.session, Array(state.transfers.values))
        }
        for transfer in transfers { transfer.end(.failure(TransportError(.released))) }
        session?.invalidateAndCancel()
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
        return URLSession(
            configuration: configuration,
            delegate: SessionDelegate(),
            delegateQueue: nil
        )
    }
}
