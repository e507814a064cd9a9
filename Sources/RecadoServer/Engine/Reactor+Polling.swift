// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Reactor {
    /// Begins an answer whose source reports new content, so that no task has to wait for it.
    ///
    /// - Returns: True if the reactor sends the content; otherwise a task has to send it.
    func follow(
        _ source: any PolledSource,
        of response: Response,
        for id: ExchangeID
    ) -> Bool {
        // In two cases, a task sends the content instead:
        // - Part of the request's own content did not arrive with its head. That content needs the
        //   read deadline, which is used here for the time at which filler content is sent.
        // - The client has ended its input. Then the task has been cancelled, and ends the answer
        //   itself.
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

    /// Sends the available content, as far as the client accepts it.
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

    /// The most pieces that are sent before other connections are handled.
    static var mostPieces: Int { 16 }

    /// Sends filler content to a client that has received nothing for a while.
    func fillSilence(_ exchange: Exchange, _ source: any PolledSource, on connection: Connection) {
        // A client that accepts no bytes gets no filler, and has a deadline of its own.
        if !exchange.awaitsRoom, !send(source.filler, on: connection) { return }
        setReadDeadline(of: connection, to: now + exchange.silence)
    }
}
