// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient

extension Loop {
    /// Finds a connection for a transfer, opens one, or lets it wait.
    func carry(_ transfer: ActiveTransfer) {
        let authority = transfer.transfer.request.authority
        while let connection = pool.takeIdle(authority) {
            if connection.isFresh(at: now) { return connection.carry(transfer) }
            close(connection)
        }
        open(transfer)
    }

    /// Opens a connection for a transfer, or lets it wait for one.
    func open(_ transfer: ActiveTransfer) {
        let authority = transfer.transfer.request.authority
        guard pool.reserve(authority, limit: max(1, options.connectionsPerHost)) else {
            return pool.wait(transfer)
        }
        guard let handle = makeHandle(setups[authority]),
            let connection = HostConnection(transfer, handle: handle, loop: self)
        else {
            pool.giveBack(authority)
            return finish(
                transfer,
                with: .failure(TransportError(.failed, "libcurl has no handle"))
            )
        }
        owners.add(connection)
        if connection.opening.start() { return }
        finish(transfer, with: .failure(TransportError(.failed, "libcurl refused")))
    }

    /// Takes back a connection that may be used again.
    func free(_ connection: HostConnection) {
        if pool.isWaited(for: connection.authority) {
            // Closing it opens another for whoever waits.
            guard connection.isFresh(at: now) else { return close(connection) }
            if let next = pool.takeWaiting(connection.authority) { return connection.carry(next) }
        }
        pool.keep(connection)
        if pool.idleCount > options.idleConnections, let oldest = pool.takeOldest() {
            close(oldest)
        }
        scheduleSweep(at: connection.idleSince + HostConnection.idleTime)
    }

    /// Closes a connection, and opens another for whoever waits for one.
    func close(_ connection: HostConnection) {
        connection.opening.close()
        owners.remove(connection)
        pool.remove(connection)
        if !isStopping, let next = pool.takeWaiting(connection.authority) { open(next) }
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
