// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension Reactor {
    // MARK: - Requests

    /// Starts the exchange of a stream, with the content in memory if all of it has arrived.
    func start(_ stream: HTTP2Stream, _ session: HTTP2Session, _ connection: Connection) {
        stream.isStarted = true
        session.requestCount += 1
        if session.requestCount == settings.requestsPerConnection { drain(connection) }
        var head = HTTP2Head()
        swap(&head, &stream.head)
        do throws(RequestError) {
            stream.isHead = head.isHead
            var request = try request(of: &head, from: connection.peer)
            // A trusted proxy that terminates TLS forwards its client's scheme, which may differ
            // from the connection's.
            guard head.isFor(connection.peer) || observer.trusts(connection.peer) else {
                throw .otherScheme
            }
            stream.isStrict = strictLine != nil && TransportPolicy.isStrict(for: request)
            stream.prefersOrder = head.hasPriority
            if !stream.isRequestWhole { stream.request = request }
            try countContent(of: stream)
            let id = ExchangeID(connection: connection.id, number: Int(stream.id))
            request.content = content(of: stream, head, id, session)
            if stream.content != nil, !stream.awaitsContinue {
                stream.startContentClock(now: now, settings)
                look(at: connection, by: stream.nextDeadline)
            }
            begin(&request, id, of: stream, session, connection)
        } catch {
            refuse(stream, error, session, connection)
        }
    }

    private func request(
        of head: inout HTTP2Head,
        from peer: Peer
    ) throws(RequestError) -> Request {
        do throws(MessageError) {
            return try head.finish(peer: peer, limits: settings.limits)
        } catch {
            throw RequestError(error)
        }
    }

    /// Begins to answer a request; its task answers later if it has to wait.
    private func begin(
        _ request: inout Request,
        _ id: ExchangeID,
        of stream: HTTP2Stream,
        _ session: HTTP2Session,
        _ connection: Connection
    ) {
        switch begin(&request, id, from: connection.origin, isKept: stream.content == nil) {
        case .answered(let response):
            let length = stream.isHead ? 0 : response.content.length
            let refusal = refusal(toSend: length, to: connection.peer, answering: request)
            submit(refusal ?? response, on: stream, session, connection)
        case .waiting(let task): stream.task = task
        }
    }

    /// Returns the content of a new request, as far as it has arrived.
    private func content(
        of stream: HTTP2Stream,
        _ head: HTTP2Head,
        _ id: ExchangeID,
        _ session: HTTP2Session
    ) -> Content {
        var received: [UInt8] = []
        swap(&received, &stream.received)
        if stream.isRequestWhole {
            session.release(stream.unreadCount, of: stream)
            return Content(received)
        }
        // RFC 9110 §10.1.1: a client that has begun to send content does not wait for 100 Continue.
        stream.awaitsContinue = head.expectsContinue && received.isEmpty
        let channel = ContentChannel(received)
        stream.content = channel
        return Content(
            reading: RequestContent(
                channel: channel,
                loop: loop,
                exchange: id,
                length: head.contentLength
            )
        )
    }

    /// Counts the content bytes of a request that have just arrived.
    private func countContent(of stream: HTTP2Stream) throws(RequestError) {
        stream.receivedCount += stream.received.count
        stream.periodBytes += stream.received.count
        guard stream.receivedCount <= settings.limits.content else { throw .contentTooLarge }
    }

    // MARK: - Content of requests

    /// Passes arrived content to the exchange of a stream.
    func takeContent(
        of stream: HTTP2Stream,
        _ session: HTTP2Session,
        _ connection: Connection
    ) {
        do throws(RequestError) {
            try countContent(of: stream)
        } catch {
            return refuse(stream, error, session, connection)
        }
        var received: [UInt8] = []
        swap(&received, &stream.received)
        if stream.isRequestWhole {
            stream.stopContentClock()
            if connection.peerHasEnded { stream.task?.cancel() }
        }
        guard let channel = stream.content, stream.task != nil, !stream.isContentUnwanted else {
            return throwAway(stream, session)
        }
        if !received.isEmpty, stream.isReadWanted {
            // A task waits for the content, so it counts as read.
            stream.isReadWanted = false
            session.release(stream.unreadCount, of: stream)
        }
        if session.isWindowShut(of: stream) { stream.hasPaused = true }
        _ = channel.deposit(received, isWhole: stream.isRequestWhole)
    }

    /// Opens the connection's window, but not the stream's, for content that no task reads.
    private func throwAway(_ stream: HTTP2Stream, _ session: HTTP2Session) {
        let count = stream.unreadCount
        stream.unreadCount = 0
        session.releaseConnection(count)
    }

    /// Handles a task's message that it has read all content so far and waits for more.
    func read(stream id: ExchangeID) {
        guard let (connection, session, stream) = stream(id), stream.content != nil else { return }
        session.release(stream.unreadCount, of: stream)
        stream.isReadWanted = true
        if stream.awaitsContinue, !stream.isRequestWhole {
            stream.awaitsContinue = false
            stream.startContentClock(now: now, settings)
            look(at: connection, by: stream.nextDeadline)
            block.removeAll()
            block.append(":status", decimal: Status.continue.code)
            session.submitInterim(block, on: stream)
        }
        scheduleFlush(connection)
    }

    /// Discards the content of a request, because no task will read it.
    func abandonContent(ofStream id: ExchangeID) {
        guard let (connection, session, stream) = stream(id) else { return }
        stream.isReadWanted = false
        stream.isContentUnwanted = true
        // The stream's window stays closed, so the client cannot send more, and no time limit is
        // needed.
        stream.stopContentClock()
        throwAway(stream, session)
        scheduleFlush(connection)
    }

    // MARK: - Refusals

    /// Answers a request in place of the handler; the connection stays open.
    func refuse(
        _ stream: HTTP2Stream,
        _ refusal: RequestError,
        _ session: HTTP2Session,
        _ connection: Connection
    ) {
        session.abandon(stream, RequestContentError(refusal), .refused)
        stream.stopContentClock()
        throwAway(stream, session)
        if stream.isAnswered {
            session.reset(stream, HTTP2ErrorCode.cancel)
        } else {
            let refused = note(refusal, connection.peer, stream.request)
            submit(refused.answer(by: observer), on: stream, session, connection)
        }
        scheduleFlush(connection)
    }
}
