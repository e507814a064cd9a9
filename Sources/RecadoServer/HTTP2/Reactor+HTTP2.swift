// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension Reactor {
    // MARK: - Beginning

    /// True if bytes that are not valid HTTP/1.1 are the start of HTTP/2 (RFC 9113 §3.4).
    ///
    /// To the HTTP/1.1 parser, the preface is a request of an unknown version. This function is
    /// called only after the parser has refused a request, so that it slows down no other request.
    func beginsHTTP2(
        _ error: MessageError,
        _ bytes: Span<UInt8>,
        on connection: Connection
    ) -> Bool {
        guard settings.http2 != nil, error.kind == .unknownVersion,
            connection.requestCount == 0, connection.exchange == nil, bytes.count >= 16
        else { return false }
        return bytes.isExactly("PRI * HTTP/2.0\r\n", in: 0..<16)
    }

    /// Continues a connection in HTTP/2, beginning with the client's preface.
    func beginHTTP2(_ connection: Connection) {
        // A connection beyond the limit may send only one request, in HTTP/1.1.
        guard !connection.isExtra else { return refuse(connection, .tooManyConnections) }
        connection.reader = RequestReader()
        guard let settings = settings.http2, let library = http2 ?? HTTP2Library(settings),
            let session = HTTP2Session(library, settings, connection.id, loop, now: now)
        else { return destroy(connection) }
        http2 = library
        connection.http2 = session
        setReadDeadline(of: connection, to: now + self.settings.head)
        scheduleFlush(connection)
        // The server began to stop before the preface arrived, so the client has not been told yet.
        if stopsAt != nil { drain(connection) }
    }

    /// Schedules the waiting output to be sent at the end of the turn, all at once.
    func scheduleFlush(_ connection: Connection) {
        guard !connection.isFlushScheduled, !connection.isDestroyed else { return }
        connection.isFlushScheduled = true
        unsent.append(connection.id)
    }

    // MARK: - Receiving

    /// Parses frames from bytes.
    func takeFrames(_ bytes: Span<UInt8>, on connection: Connection) {
        guard let session = connection.http2 else { return }
        session.receive(bytes, now: now)
        takeTouched(session, on: connection)
        session.releaseConnection(session.takeLost())
        if let violation = session.violation { session.terminate(violation) }
        if case .announced = session.draining, session.hasPingAnswer { session.finishRequests() }
        if session.headSince != nil { look(at: connection, by: now + settings.head) }
        scheduleFlush(connection)
    }

    /// Processes the streams for which something has arrived.
    private func takeTouched(_ session: HTTP2Session, on connection: Connection) {
        guard !session.touched.isEmpty else { return }
        let touched = session.touched
        session.touched = []
        for stream in touched {
            stream.isTouched = false
            if stream.isClosed || session.violation != nil { continue }
            if stream.isStarted {
                takeContent(of: stream, session, connection)
            } else if stream.isHeadWhole {
                start(stream, session, connection)
            }
        }
    }

    // MARK: - Sending

    /// Sends as many frames as the system accepts.
    func flushFrames(of connection: Connection) {
        guard let session = connection.http2 else { return }
        session.now = now
        var goesOn = true
        while goesOn {
            // If there is no room yet, sending the waiting output may make room.
            let isFull = connection.output.count >= OutputQueue.highWater
            guard let hasSent = sendFrames(session, on: connection) else {
                return destroy(connection)
            }
            sendOutput(of: connection)
            if connection.isDestroyed { return }
            goesOn = (hasSent || isFull) && connection.output.isEmpty && session.wantsToSend
            if let violation = session.violation, !session.isTerminated {
                session.terminate(violation)
                goesOn = true
            }
        }
        session.releaseConnection(session.takeLost())
        settle(session, on: connection)
    }

    /// Collects frames and sends them; at once, if no earlier output is waiting.
    ///
    /// - Returns: True if there were any frames; `nil` when the connection must be destroyed.
    private func sendFrames(_ session: HTTP2Session, on connection: Connection) -> Bool? {
        let room = OutputQueue.highWater - connection.output.count
        guard room > 0 else { return false }
        frames.removeAll(keepingCapacity: true)
        guard session.collect(into: &frames, upTo: room) else { return nil }
        guard !frames.isEmpty else { return false }
        var sent = 0
        if connection.output.isEmpty, connection.isWritable {
            switch connection.link.send(frames, from: 0, isLast: true) {
            case .bytes(let count): sent = count
            case .wouldBlock, .ended: connection.isWritable = false
            case .failed: return nil
            }
        }
        if sent < frames.count { connection.output.append(Array(frames[sent...])) }
        return true
    }

    /// Handles the consequences of the frames that were sent.
    private func settle(_ session: HTTP2Session, on connection: Connection) {
        guard connection.ending == .none else { return }
        if session.isOver { return close(connection, lingering: true) }
        if session.streams.isEmpty {
            if connection.hasReadEnd { return close(connection, lingering: false) }
            look(at: connection, by: session.idleSince + settings.idle)
        }
        if session.hasUnwantedContent {
            session.hasUnwantedContent = false
            look(at: connection, by: now + HTTP2Session.patience)
        }
        if session.pendingOutput > 0 || session.isOutputWatched {
            watchOutput(of: session, connection)
        }
    }

    // MARK: - The end

    /// Starts a graceful end of a connection: its requests are still answered (RFC 9113 §6.8).
    func drain(_ connection: Connection) {
        guard let session = connection.http2 else { return }
        session.now = now
        session.announceEnd()
        look(at: connection, by: now + HTTP2Session.patience)
        scheduleFlush(connection)
    }

    /// Cancels the tasks of a client that sends nothing more, and so is assumed to have left.
    func noticeStreamsEnd(_ connection: Connection) {
        guard connection.peerHasEnded, let session = connection.http2 else { return }
        for stream in session.streams.values where stream.isRequestWhole {
            stream.task?.cancel()
        }
    }

    /// Handles the end of input after everything that the client sent has been read.
    func takeStreamsEnd(_ connection: Connection) {
        guard let session = connection.http2 else { return }
        noticeStreamsEnd(connection)
        for stream in session.streams.values where !stream.isRequestWhole {
            session.abandon(stream, .disconnected)
            session.reset(stream, HTTP2ErrorCode.cancel)
        }
        scheduleFlush(connection)
    }
}
