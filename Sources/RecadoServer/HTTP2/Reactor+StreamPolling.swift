// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Reactor {
    /// Begins an answer whose source reports new content, so that no task has to wait for it.
    ///
    /// - Returns: True if the reactor sends the content; otherwise a task has to send it.
    func follow(_ source: any PolledSource, of response: Response, forStream id: ExchangeID) -> Bool
    {
        guard let (connection, session, stream) = stream(id), !stream.isAnswered,
            stream.content == nil
        else { return false }
        guard begin(response, on: stream, session, connection) else { return true }
        let signal: @Sendable () -> Void = { [loop] in loop.post(.poll(id)) }
        stream.polled = PolledContent(source: source, signal: signal)
        source.follow(signal)
        poll(stream: id)
        return true
    }

    /// Sends the available content, as far as the client accepts it.
    func poll(stream id: ExchangeID) {
        guard let (connection, session, stream) = stream(id), let polled = stream.polled else {
            return
        }
        stream.polled?.awaitsRoom = false
        for _ in 0..<Self.mostPieces {
            guard session.hasRoom(for: stream) else {
                stream.polled?.awaitsRoom = true
                return scheduleFlush(connection)
            }
            guard let piece = try? polled.source.poll() else { return abort(stream: id) }
            switch piece {
            case .bytes(let bytes):
                guard append(bytes, to: stream, session) else { return abort(stream: id) }
            case .nothing:
                stream.polled?.restartSilence(now: now)
                look(at: connection, by: stream.polled?.silenceEnd ?? Ticks.never)
                return scheduleFlush(connection)
            case .end: return finish(stream: id)
            }
        }
        scheduleFlush(connection)
        polled.signal()
    }

    /// Sends filler content to a client that has received nothing for a while.
    func fillSilence(
        of stream: HTTP2Stream,
        _ polled: PolledContent,
        _ session: HTTP2Session
    ) {
        // A client that accepts no bytes gets no filler, and has a deadline of its own.
        if !polled.awaitsRoom { _ = append(polled.source.filler, to: stream, session) }
        stream.polled?.restartSilence(now: now)
    }
}
