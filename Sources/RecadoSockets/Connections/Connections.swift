// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import RecadoWire

/// The connections of a transport, and everything that is needed to open them.
final class Connections: Sendable {
    let options: SocketTransport.Options
    let reactor: Reactor
    let pool: ConnectionPool
    /// The limits of responses in HTTP/1.1.
    private let limits: MessageLimits
    let connector: Connector

    /// The maximum number of times that a request is sent.
    private static let attemptLimit = 6

    init(_ options: SocketTransport.Options) {
        let reactor = Reactor()
        (self.options, self.reactor) = (options, reactor)
        limits = MessageLimits(head: options.headLimit)
        let connector = Connector(
            options: options,
            reactor: reactor,
            resolver: Resolver(reactor),
            rules: HostRules(options)
        )
        self.connector = connector
        pool = ConnectionPool(options, reactor: reactor) { transfer, pool throws(TransportError) in
            let opened = try await connector.open(for: transfer)
            return try Self.adopt(opened, for: transfer, pool, options)
        }
        reactor.watchDeadlines { [weak pool] now in pool?.expire(at: now) ?? .never }
    }

    /// Ends all transfers in progress.
    func stop() {
        pool.close()
        reactor.stop()
    }

    // MARK: - Calls

    /// Sends the request of a transfer, more than once if necessary, and returns the answer.
    func carry(_ transfer: Transfer) async throws(TransportError) -> Response {
        let feed = ContentFeed(transfer.request.content)
        var failure = TransportError(.failed)
        for attempt in 0..<Self.attemptLimit {
            if attempt > 0 { transfer.beginAttempt() }
            let outcome: ExchangeOutcome
            switch try await lease(for: transfer) {
            case .http1(let connection):
                let exchange = HTTP1Exchange(transfer, over: connection, pool, limits: limits)
                outcome = try await exchange.run(feed)
            case .http2(let connection):
                outcome = try await HTTP2Exchange.run(transfer, over: connection, feed)
            }
            switch outcome {
            case .answer(let response): return response
            case .repeatable(let error): failure = error
            }
        }
        throw failure
    }

    private func lease(for transfer: Transfer) async throws(TransportError) -> ConnectionPool.Lease
    {
        let request = transfer.request
        let maySuffice =
            request.isSecure
            ? options.offersHTTP2 : connector.rules[request].assumesHTTP2
        return try await pool.lease(for: transfer, maySuffice: maySuffice)
    }

    private static func adopt(
        _ opened: Connector.Opened,
        for transfer: Transfer,
        _ pool: ConnectionPool,
        _ options: SocketTransport.Options
    ) throws(TransportError) -> ConnectionPool.Lease {
        let origin = transfer.request.origin
        let remote = transfer.remote
        let channel = opened.channel
        guard opened.speaksHTTP2 else {
            let lines = opened.proxyLines
            return .http1(
                HTTP1Connection(channel, origin: origin, proxyLines: lines, remote: remote)
            )
        }
        guard
            let connection = HTTP2Connection(channel, origin: origin, remote: remote, pool, options)
        else { throw TransportError(.failed, "there is no memory for HTTP/2") }
        connection.start()
        return .http2(connection)
    }
}
