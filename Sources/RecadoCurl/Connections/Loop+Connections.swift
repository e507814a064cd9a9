// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient

extension Loop {
    /// Finds a connection for a transfer, opens one, or lets it wait.
    func carry(_ transfer: ActiveTransfer) {
        let origin = transfer.transfer.request.origin
        while let connection = pool.takeIdle(origin) {
            if connection.isFresh(at: now) { return connection.carry(transfer) }
            close(connection)
        }
        if let shared = pool.shared(origin, at: now) { return shared.carry(transfer) }
        open(transfer)
    }

    /// The greatest number of connections to a host.
    private var connectionLimit: Int { max(1, options.connectionsPerHost) }

    /// Opens a connection for a transfer, or lets it wait for one.
    func open(_ transfer: ActiveTransfer) {
        let request = transfer.transfer.request
        guard pool.mayOpen(request.origin, limit: connectionLimit) else {
            return pool.wait(transfer)
        }
        let setup = setups[request.authority]
        let maySuffice = request.isSecure ? options.offersHTTP2 : setup.options.assumesHTTP2
        pool.reserve(request.origin, maySuffice: maySuffice)
        guard let handle = makeHandle(setup),
            let connector = Connector(transfer, handle: handle, loop: self)
        else {
            pool.giveBack(request.origin, hasFailed: true)
            return finish(
                transfer,
                with: .failure(TransportError(.failed, "libcurl has no handle"))
            )
        }
        owners.add(connector)
        if connector.opening.start() { return }
        finish(transfer, with: .failure(TransportError(.failed, "libcurl refused")))
    }

    /// Uses a connection that has been opened for a transfer.
    func use(_ connector: Connector, for transfer: ActiveTransfer) {
        let opening = connector.opening
        owners.remove(connector)
        guard opening.speaksHTTP2 else {
            pool.opened(connector.origin, shared: nil)
            let connection = HTTP1Connection(opening, of: transfer, loop: self)
            connection.begin(transfer)
            return openForWaiting(connector.origin)
        }
        guard let connection = HTTP2Connection(opening, of: transfer, loop: self) else {
            transfer.carrier = nil
            finish(transfer, with: .failure(TransportError(.failed, "no memory for HTTP/2")))
            return abandon(connector)
        }
        pool.opened(connector.origin, shared: connection)
        connection.carry(transfer)
        connection.carryWaiting()
        openForWaiting(connector.origin)
    }

    /// Gives up a connection that was to be opened.
    func abandon(_ connector: Connector) {
        connector.opening.close()
        owners.remove(connector)
        pool.giveBack(connector.origin, hasFailed: connector.hasFailed)
        openForWaiting(connector.origin)
    }

    /// Takes back a connection that may be used again.
    func free(_ connection: any PooledConnection) {
        if pool.isWaited(for: connection.origin) {
            // Closing it opens another for whoever waits.
            guard connection.isFresh(at: now) else { return close(connection) }
            if let next = pool.takeWaiting(connection.origin) { return connection.carry(next) }
        }
        pool.keep(connection)
        if pool.idleCount > options.idleConnections, let oldest = pool.takeOldest() {
            close(oldest)
        }
        scheduleSweep(at: connection.idleSince + ConnectionPool.idleTime)
    }

    /// Closes a connection, and opens another for whoever waits for one.
    func close(_ connection: any PooledConnection) {
        connection.opening.close()
        owners.remove(connection)
        pool.remove(connection)
        openForWaiting(connection.origin)
    }

    /// Opens connections for those who wait, as many as may be.
    private func openForWaiting(_ origin: String) {
        while !isStopping, pool.mayOpen(origin, limit: connectionLimit),
            let next = pool.takeWaiting(origin)
        {
            carry(next)
        }
    }

    /// Closes connections that have been idle for long enough.
    func closeExpired() {
        while let expiry = pool.expiry {
            guard expiry <= now, let oldest = pool.takeOldest() else {
                return scheduleSweep(at: expiry)
            }
            close(oldest)
        }
    }
}
