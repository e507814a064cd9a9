// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension HTTP2Session {
    /// The ticks for which the server waits for a client to answer a PING, or to end a request that
    /// has been answered: one second.
    static let patience = Ticks.perSecond
}

extension Reactor {
    /// Schedules a check of a connection at a tick, or earlier.
    ///
    /// The deadlines of its streams are not sorted: the check looks at all of them.
    func look(at connection: Connection, by tick: Int) {
        if tick < connection.readDeadline { setReadDeadline(of: connection, to: tick) }
    }

    /// Starts the time limit of each answer that waits for the client, and restarts it when the
    /// client has taken enough bytes.
    ///
    /// Clients control the flow of each stream and of the connection. Without a limit, a client
    /// that takes a byte now and then would keep answers in memory indefinitely. An answer that
    /// waits for its turn, or for the socket, is not waiting for the client.
    func watchOutput(of session: HTTP2Session, _ connection: Connection) {
        session.isOutputWatched = false
        let isConnectionShut = session.isRemoteWindowShut
        for stream in session.streams.values {
            let isWaiting = stream.waitsForClient
            if isWaiting { session.isOutputWatched = true }
            let isShut = isWaiting && session.isRemoteWindowShut(of: stream)
            guard isShut || (isWaiting && isConnectionShut) else {
                stream.writeDeadline = Ticks.never
                continue
            }
            let taken = isShut ? stream.takenOutput : session.takenOutput &- stream.sessionOutput
            if stream.writeDeadline == Ticks.never || taken >= settings.writtenPerPeriod {
                stream.writeDeadline = now + settings.timeToTake(taken)
                stream.takenOutput = 0
                stream.sessionOutput = session.takenOutput
            }
        }
        if session.isOutputWatched { look(at: connection, by: now + settings.write) }
    }

    /// Handles the HTTP/2 deadlines of a connection that have passed, and schedules the next check.
    func checkStreams(of connection: Connection) {
        guard let session = connection.http2 else { return }
        session.now = now
        for stream in Array(session.streams.values) { check(stream, session, connection) }
        if let code = dueEnd(of: session) { session.terminate(code) }
        if case .announced(let tick) = session.draining, now >= tick + HTTP2Session.patience {
            session.finishRequests()
        }
        let next = nextDeadline(of: session)
        if next != Ticks.never { look(at: connection, by: max(next, now + 1)) }
        scheduleFlush(connection)
    }

    private func check(
        _ stream: HTTP2Stream,
        _ session: HTTP2Session,
        _ connection: Connection
    ) {
        if now >= stream.writeDeadline {
            stream.writeDeadline = Ticks.never
            // The window is checked again, because the client may have opened it in the meantime.
            if session.isRemoteWindowShut(of: stream) || session.isRemoteWindowShut {
                // The stream is reset, because content for a window that stays closed would stay in
                // memory (CVE-2019-9517).
                session.abandon(stream, .disconnected)
                session.reset(stream, HTTP2ErrorCode.cancel)
            }
        }
        if now >= stream.endsAt {
            stream.endsAt = Ticks.never
            session.reset(stream, HTTP2ErrorCode.noError)
        }
        if let polled = stream.polled, now >= polled.silenceEnd {
            fillSilence(of: stream, polled, session)
        }
        guard now >= stream.periodEnd else { return }
        if session.isWindowShut(of: stream) { stream.hasPaused = true }
        if stream.isContentLate(now: now, settings) {
            let refusal = RequestError(.requestTimeout, "the content did not arrive in time")
            refuse(stream, refusal, session, connection)
        } else {
            stream.startPeriod(now: now, settings)
        }
    }

    /// Returns the error code with which a session must end now; `nil` if it may continue.
    private func dueEnd(of session: HTTP2Session) -> UInt32? {
        if now >= headDeadline(of: session) { return HTTP2ErrorCode.enhanceYourCalm }
        if session.streams.isEmpty, now >= session.idleSince + settings.idle {
            return HTTP2ErrorCode.noError
        }
        return nil
    }

    /// Returns the tick by which the arriving header section must be complete; for the first
    /// section, the time starts with the connection.
    private func headDeadline(of session: HTTP2Session) -> Int {
        if let since = session.headSince { return since + settings.head }
        return session.hasSettings ? Ticks.never : session.idleSince + settings.head
    }

    private func nextDeadline(of session: HTTP2Session) -> Int {
        var next = headDeadline(of: session)
        if session.streams.isEmpty { next = min(next, session.idleSince + settings.idle) }
        if case .announced(let tick) = session.draining {
            next = min(next, tick + HTTP2Session.patience)
        }
        for stream in session.streams.values { next = min(next, stream.nextDeadline) }
        return next
    }
}
