// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension Reactor {
    /// Returns the stream of an exchange that is still in progress.
    func stream(_ id: ExchangeID) -> (Connection, HTTP2Session, HTTP2Stream)? {
        guard let connection = connection(id.connection), let session = connection.http2,
            let stream = session.streams[Int32(truncatingIfNeeded: id.number)],
            stream.task != nil
        else { return nil }
        return (connection, session, stream)
    }

    // MARK: - Whole answers

    /// Answers an exchange.
    func respond(_ response: Response, toStream id: ExchangeID) {
        guard let (connection, session, stream) = stream(id) else { return noteReturn(from: id) }
        endExchange(of: stream, session)
        let length = stream.isHead ? 0 : response.content.length
        let refusal = refusal(toSend: length, to: connection.peer)
        submit(refusal ?? response, on: stream, session, connection)
    }

    /// Queues an answer, with its content in memory, as frames.
    func submit(
        _ response: Response,
        on stream: HTTP2Stream,
        _ session: HTTP2Session,
        _ connection: Connection
    ) {
        let sendsContent = appendHead(response, of: stream, connection).sendsContent
        stream.isOutputWhole = true
        if sendsContent {
            session.append(response.content.bytes ?? [], to: stream)
            // The bytes are counted now, because more answers may follow before anything is sent.
            countOutput(of: connection)
        }
        session.submit(block, on: stream, sendsContent: !stream.output.isEmpty)
        scheduleFlush(connection)
    }

    /// Writes the head of an answer into `block`.
    private func appendHead(
        _ response: Response,
        of stream: HTTP2Stream,
        _ connection: Connection
    ) -> ResponsePlan {
        let traits = RequestTraits(isHead: stream.isHead, isVersion10: false, keepsAlive: true)
        let plan = ResponsePlan(response, for: traits, isLast: false)
        block.removeAll()
        if block.appendHead(response, plan, date: date.bytes) { drain(connection) }
        if stream.isStrict, let strictLine, !response.fields.contains(.strictTransportSecurity) {
            block.append(line: strictLine, after: "strict-transport-security")
        }
        return plan
    }

    /// Releases the request, although the client may still be sending the rest of it.
    private func endExchange(of stream: HTTP2Stream, _ session: HTTP2Session) {
        stream.task = nil
        (stream.request, stream.polled) = (nil, nil)
        stream.stopContentClock()
        if let content = stream.content {
            content.fail(.answered)
            stream.content = nil
        }
        let count = stream.unreadCount
        stream.unreadCount = 0
        session.releaseConnection(count)
    }

    // MARK: - Answers in pieces

    /// Begins an answer whose content is sent in pieces.
    func begin(
        _ response: Response,
        _ permission: Message.Permission,
        onStream id: ExchangeID
    ) {
        guard let (connection, session, stream) = stream(id), !stream.isAnswered else {
            return permission.resume(returning: false)
        }
        permission.resume(returning: begin(response, on: stream, session, connection))
    }

    /// Begins an answer whose content is sent in pieces; returns `false` if it has no content.
    func begin(
        _ response: Response,
        on stream: HTTP2Stream,
        _ session: HTTP2Session,
        _ connection: Connection
    ) -> Bool {
        if let refusal = refusal(toSend: OutputQueue.highWater, to: connection.peer) {
            endExchange(of: stream, session)
            submit(refusal, on: stream, session, connection)
            return false
        }
        let plan = appendHead(response, of: stream, connection)
        if plan.sendsContent, case .length(let length) = plan.framing {
            stream.announcedRest = length
        }
        session.submit(block, on: stream, sendsContent: plan.sendsContent)
        if !plan.sendsContent { endExchange(of: stream, session) }
        scheduleFlush(connection)
        return plan.sendsContent
    }

    /// Sends a piece of an answer's content.
    func send(_ piece: [UInt8], _ permission: Message.Permission, onStream id: ExchangeID) {
        guard let (connection, session, stream) = stream(id), stream.isAnswered else {
            return permission.resume(returning: false)
        }
        guard append(piece, to: stream, session) else {
            permission.resume(returning: false)
            return abort(stream: id)
        }
        if session.hasRoom(for: stream) {
            permission.resume(returning: true)
        } else {
            stream.permission = permission
        }
        scheduleFlush(connection)
    }

    /// Appends a piece to the waiting content; returns `false` if it exceeds the announced length.
    func append(_ piece: [UInt8], to stream: HTTP2Stream, _ session: HTTP2Session) -> Bool {
        if let rest = stream.announcedRest {
            guard piece.count <= rest else { return false }
            stream.announcedRest = rest - piece.count
        }
        guard !piece.isEmpty else { return true }
        session.append(piece, to: stream)
        session.resume(stream)
        return true
    }

    /// Ends an answer whose content is complete.
    func finish(stream id: ExchangeID) {
        guard let (connection, session, stream) = stream(id) else { return }
        guard stream.isAnswered, stream.announcedRest ?? 0 == 0 else { return abort(stream: id) }
        stream.isOutputWhole = true
        session.isOutputWatched = true
        session.resume(stream)
        endExchange(of: stream, session)
        scheduleFlush(connection)
    }

    /// Resets an answer's stream, so that the client does not take the answer for complete.
    func abort(stream id: ExchangeID) {
        guard let (connection, session, stream) = stream(id) else { return }
        endExchange(of: stream, session)
        session.reset(stream, HTTP2ErrorCode.internalError)
        scheduleFlush(connection)
    }
}
