// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Reactor {
    /// Begins an answer whose content says when there is more: no task waits for it.
    ///
    /// - Returns: Whether the content is in good hands; otherwise a task has to send it.
    func follow(
        _ source: any PolledSource,
        of response: Response,
        for id: ExchangeID
    ) -> Bool {
        // While content of the request is on its way, its clock is that of the connection. A client
        // that has gone has had its task cancelled, which ends the answer.
        guard let connection = connection(id) else {
            return follow(source, of: response, forStream: id)
        }
        guard let exchange = connection.exchange, exchange.content == nil, !connection.peerHasEnded
        else { return false }
        guard begin(response, on: connection) else { return true }
        exchange.source = source
        exchange.silence = Ticks.count(source.silence)
        source.follow { [loop] in loop.post(.poll(id)) }
        poll(connection)
        return true
    }

    /// Sends what there is, as far as the client takes it.
    func poll(_ connection: Connection) {
        guard let exchange = connection.exchange, let source = exchange.source else { return }
        exchange.awaitsRoom = false
        for _ in 0..<Self.mostPieces {
            guard connection.output.count <= OutputQueue.lowWater else {
                exchange.awaitsRoom = true
                return
            }
            guard let piece = try? source.poll() else { return abort(connection) }
            switch piece {
            case .bytes(let bytes): guard send(bytes, on: connection) else { return }
            case .nothing: return setReadDeadline(of: connection, to: now + exchange.silence)
            case .end: return finish(connection)
            }
        }
        loop.post(.poll(ExchangeID(connection: connection.id, number: exchange.number)))
    }

    /// As many go out before it is the turn of other connections.
    static var mostPieces: Int { 16 }

    /// Sends something to a client that was sent nothing for long.
    func fillSilence(_ exchange: Exchange, _ source: any PolledSource, on connection: Connection) {
        // A client that takes nothing has its own deadline.
        if !exchange.awaitsRoom, !send(source.filler, on: connection) { return }
        setReadDeadline(of: connection, to: now + exchange.silence)
    }
}
