// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Reactor {
    /// Counts the bytes of a connection's answers that wait for its client.
    func countOutput(of connection: Connection) {
        let count = connection.isDestroyed ? 0 : connection.pendingBytes
        let change = count - connection.countedBytes
        guard change != 0 else { return }
        // The measurement restarts, because bytes that the client received long ago say nothing
        // about its current speed.
        if connection.countedBytes == 0 || now > connection.behindSince + 5 * Ticks.perSecond {
            connection.behindSince = now
            connection.takenBefore = connection.takenBytes
        }
        connection.countedBytes = count
        pending.add(change)
    }

    /// Counts in advance the bytes of an answer that will be added to a connection's output.
    private func reserve(_ count: Int, for connection: Connection) {
        connection.countedBytes += count
        pending.add(count)
    }

    /// Closes the connections of the slowest clients while too many bytes wait for all clients.
    ///
    /// The clients that received the fewest bytes per second come first; only clients measured for
    /// more than a second are considered. Each loop frees the same fraction of its bytes.
    func makeRoom() {
        let total = pending.count
        let whole = pending.takeExcess()
        guard whole > 0, total > 0 else { return }
        let own = connections.reduce(0) { $0 + ($1?.countedBytes ?? 0) }
        var excess = Int(Double(whole) * Double(own) / Double(total))
        guard excess > 0 else { return }
        let slow = connections.compactMap { connection -> (Connection, Int)? in
            guard let connection, connection.countedBytes > OutputQueue.lowWater,
                connection.ending == .none || !connection.output.isEmpty,
                now > connection.behindSince + Ticks.perSecond
            else { return nil }
            let taken = connection.takenBytes - connection.takenBefore
            return (connection, taken / (now - connection.behindSince))
        }
        // If only one client is slow, it stays connected, unless answers have been refused for
        // lack of room.
        guard slow.count > 1 || pending.isShort else { return }
        for (connection, _) in slow.sorted(by: { $0.1 < $1.1 }) {
            excess -= connection.countedBytes
            let reason = "the client takes its answer too slowly, and others need the memory"
            _ = note(RequestError(.serviceUnavailable, reason), connection.peer)
            connection.link.breakOff()
            destroy(connection, .stopped)
            if excess <= 0 { return }
        }
    }

    /// Returns the refusal to send content that may have to wait, if too much is already waiting.
    ///
    /// - Parameters:
    ///   - length: The most bytes that may have to wait.
    ///   - peer: The client.
    ///   - request: The request, if it is known.
    /// - Returns: The refusal; `nil` if there is room.
    func refusal(
        toSend length: Int?,
        to peer: Peer,
        answering request: @autoclosure () -> Request? = nil
    ) -> Response? {
        guard !pending.hasRoom(for: length ?? 0) else { return nil }
        let refusal = RequestError(.serviceUnavailable, "too many bytes wait for slow clients")
        return note(refusal, peer, request()).answer(by: observer)
    }

    /// Stores an answer that was available at once, and clears its request.
    func keep(
        _ response: Response,
        _ traits: RequestTraits,
        hasContent: Bool,
        for connection: Connection
    ) {
        let length = traits.isHead ? 0 : response.content.length ?? 0
        let refusal = refusal(toSend: length, to: connection.peer, answering: request)
        clearRequest(hasContent: hasContent)
        guard let refusal else {
            // Until the answer is sent, all of it is counted as waiting.
            if length > OutputQueue.lowWater { reserve(length, for: connection) }
            return keep(response, traits, for: connection)
        }
        keep(refusal, traits, for: connection)
    }
}

extension Connection {
    /// The number of bytes that wait for the client.
    fileprivate var pendingBytes: Int { output.count + (http2?.pendingOutput ?? 0) }

    /// The number of bytes that the client, or the system's buffer, has taken.
    fileprivate var takenBytes: Int { http2?.takenOutput ?? output.takenCount }
}
