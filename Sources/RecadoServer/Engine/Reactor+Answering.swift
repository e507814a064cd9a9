// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension Reactor {
    // MARK: - Messages

    /// Carries out a task's message, if its exchange is still in progress.
    func take(_ message: consuming Message) {
        switch consume message {
        case .listen(let listeners):
            self.listeners = listeners
            addListeners()
        case .leave(let id): noteReturn(from: id)
        case .begin(let id, let response, let permission):
            guard let connection = connection(id) else {
                return begin(response, permission, onStream: id)
            }
            permission.resume(returning: begin(response, on: connection))
        case .follow(let id, let response, let source, let isFollowed):
            isFollowed.resume(returning: follow(source, of: response, for: id))
        case .poll(let id):
            if let connection = connection(id) { poll(connection) } else { poll(stream: id) }
        case .handOver(let id, let response, let takeover, let permission):
            handOver(id, response, takeover, permission)
        case .send(let id, let piece, let permission):
            guard let connection = connection(id) else {
                return send(piece, permission, onStream: id)
            }
            send(piece, permission, on: connection)
        case .finish(let id):
            if let connection = connection(id) { finish(connection) } else { finish(stream: id) }
        case .abort(let id):
            if let connection = connection(id) { abort(connection) } else { abort(stream: id) }
        case .read(let id):
            if let connection = connection(id) { takeRead(connection) } else { read(stream: id) }
        case .abandon(let id): abandonContent(of: id)
        case .stop(let grace):
            stop(grace: grace)
        }
    }

    /// Stops reading the content of a request, because no task reads it any more.
    private func abandonContent(of id: ExchangeID) {
        guard let connection = connection(id) else { return abandonContent(ofStream: id) }
        connection.exchange?.isReadWanted = false
    }

    /// Records that the task of an abandoned exchange has returned.
    func noteReturn(from id: ExchangeID) {
        let session = connection(id.connection)?.http2
        session?.abandoned.remove(Int32(truncatingIfNeeded: id.number))
    }

    /// Releases all tasks that wait for the exchange of a connection.
    func abandonExchange(
        of connection: Connection,
        _ reason: RequestContentError,
        _ end: RequestTask.End
    ) {
        guard let exchange = connection.exchange else { return }
        connection.exchange = nil
        exchange.task.note(end)
        exchange.abandon(reason)
        // The task is cancelled last: a waiting reader has already received the reason, so it does
        // not see the cancellation.
        exchange.task.cancel()
    }

    // MARK: - Whole answers

    /// Answers an exchange, if it is still in progress.
    func respond(_ response: Response, to id: ExchangeID) {
        guard let connection = connection(id) else { return respond(response, toStream: id) }
        respond(response, on: connection)
    }

    private func respond(_ response: Response, on connection: Connection) {
        guard let exchange = connection.exchange else { return }
        let length = exchange.traits.isHead ? 0 : response.content.length
        let refusal = refusal(toSend: length, to: connection.peer)
        let closes = emit(refusal ?? response, exchange.traits, on: connection)
        if !connection.isDestroyed { endExchange(connection, closes: closes) }
    }

    /// Writes the answer to a request that has no exchange, to be sent together with others.
    ///
    /// - Parameters:
    ///   - response: The answer, with its content in memory.
    ///   - traits: The properties of the request that the answer depends on.
    ///   - connection: The connection that the answer goes to.
    @inline(never)
    func keep(_ response: Response, _ traits: RequestTraits, for connection: Connection) {
        connection.isSending = true
        readyResponses.add { ready in
            ready.connection = connection
            (ready.content, ready.closes) = write(response, traits, for: connection, &ready.wire)
        }
    }

    /// Sends the answers to requests that have no exchange, and continues with their connections.
    func sendResponses() {
        guard !readyResponses.isEmpty else { return }
        // `sent` and `readyResponses` are swapped, and swapped back after the answers have been
        // sent. In between, nothing adds an answer to `readyResponses`.
        var sent = ReadyResponses()
        swap(&sent, &readyResponses)
        var rest: [Connection] = []
        sent.takeAll { ready in
            guard let connection = ready.connection else { return }
            connection.isSending = false
            guard !connection.isDestroyed else { return }
            emit(ready.wire, ready.content, on: connection)
            guard !connection.isDestroyed else { return }
            // The connection lingers, because the client does not expect its end, and may still be
            // sending.
            if ready.closes { return close(connection, lingering: true) }
            setReadDeadline(of: connection, to: now + settings.idle)
            if connection.mayGoOn || stopsAt != nil { rest.append(connection) }
        }
        swap(&sent, &readyResponses)
        for connection in rest {
            // An answer that was written before the loop was stopped does not announce that the
            // connection closes, so the client may still send a request.
            if stopsAt == nil {
                proceed(connection)
            } else {
                closeIdle(connection, hasAnswered: true)
            }
        }
    }

    /// Sends an answer whose content is in memory.
    ///
    /// - Returns: True if the connection is closed after the answer.
    private func emit(
        _ response: Response,
        _ traits: RequestTraits,
        on connection: Connection
    ) -> Bool {
        let (rest, closes) = write(response, traits, for: connection, &wire)
        emit(rest, on: connection)
        return closes
    }

    /// Writes an answer whose content is in memory.
    ///
    /// - Returns: The content, if it is too long to be copied; and true if the connection is closed
    ///   after the answer.
    private func write(
        _ response: Response,
        _ traits: RequestTraits,
        for connection: Connection,
        _ wire: inout WireBuffer
    ) -> (rest: [UInt8]?, closes: Bool) {
        let isLast = isLast(connection, mayGoOnReading: false)
        let plan = ResponsePlan(response, for: traits, isLast: isLast)
        wire.removeAll()
        let closes = appendHead(response, plan, traits, to: &wire)
        guard plan.sendsContent, !wire.append(response.content, upTo: Self.copiedContent) else {
            return (nil, closes)
        }
        return (response.content.bytes, closes)
    }

    /// Writes the head of an answer.
    ///
    /// - Returns: True if the connection is closed after the answer.
    private func appendHead(
        _ response: Response,
        _ plan: ResponsePlan,
        _ traits: RequestTraits,
        to wire: inout WireBuffer
    ) -> Bool {
        guard traits.isStrict, let strictLine,
            !response.fields.contains(.strictTransportSecurity)
        else { return wire.appendHead(response, plan, date: date) }
        return wire.appendHead(response, plan, date: date, strictLine)
    }

    /// True if the connection must be closed after the answer that is about to begin.
    private func isLast(_ connection: Connection, mayGoOnReading: Bool) -> Bool {
        if stopsAt != nil || connection.isExtra
            || connection.requestCount >= settings.requestsPerConnection
        {
            return true
        }
        guard connection.reader.state.isInsideContent else { return false }
        // Without 100 Continue, the next bytes may be the content or a new request. So the
        // connection is closed, unless the handler may still read the content.
        if connection.exchange?.awaitsContinue == true { return !mayGoOnReading }
        guard !mayGoOnReading, let rest = connection.reader.state.remainingContent else {
            return false
        }
        return rest > settings.skippedContent
    }

    /// Makes a connection ready for the next request, or closes it.
    private func endExchange(_ connection: Connection, closes: Bool) {
        guard let exchange = connection.exchange else { return }
        connection.exchange = nil
        exchange.content?.fail(.answered)
        let isUnread = connection.reader.state.isInsideContent
        let mustClose = closes || (isUnread && exchange.awaitsContinue)
        if mustClose {
            // A client that asked for the connection to be closed sends nothing more once its
            // content is read.
            let isExpected = !exchange.traits.keepsAlive && !isUnread && connection.input.isEmpty
            return close(connection, lingering: !isExpected)
        }
        if isUnread {
            connection.skippable = settings.skippedContent
            setReadDeadline(of: connection, to: now + settings.head)
        } else {
            setReadDeadline(of: connection, to: now + settings.idle)
        }
        proceed(connection)
    }

    // MARK: - Answers in pieces

    /// Sends the head of an answer.
    ///
    /// - Returns: True if the content is to follow.
    func begin(_ response: Response, on connection: Connection) -> Bool {
        guard let exchange = connection.exchange, exchange.answer == nil else { return false }
        if let refusal = refusal(toSend: OutputQueue.highWater, to: connection.peer) {
            respond(refusal, on: connection)
            return false
        }
        let mayGoOnReading = exchange.content != nil
        let plan = ResponsePlan(
            response,
            for: exchange.traits,
            isLast: isLast(connection, mayGoOnReading: mayGoOnReading)
        )
        wire.removeAll()
        let closes = appendHead(response, plan, exchange.traits, to: &wire)
        connection.exchange?.answer = Exchange.ResponseProgress(
            framing: plan.framing,
            closes: closes
        )
        emit(nil, on: connection)
        if connection.isDestroyed { return false }
        if !plan.sendsContent { endExchange(connection, closes: closes) }
        return plan.sendsContent
    }

    private func send(
        _ piece: [UInt8],
        _ permission: Message.Permission,
        on connection: Connection
    ) {
        guard send(piece, on: connection) else { return permission.resume(returning: false) }
        if connection.output.count > OutputQueue.lowWater {
            connection.exchange?.permission = permission
        } else {
            permission.resume(returning: true)
        }
    }

    /// Sends a piece of an answer.
    ///
    /// - Returns: True if the connection still exists.
    func send(_ piece: [UInt8], on connection: Connection) -> Bool {
        guard var answer = connection.exchange?.answer, answer.count(piece.count) else {
            abort(connection)
            return false
        }
        connection.exchange?.answer = answer
        guard !piece.isEmpty else { return true }
        wire.removeAll()
        let isChunked = answer.framing == .chunked
        if isChunked { wire.appendChunkSize(piece.count) }
        if piece.count <= Self.copiedContent {
            wire.append(piece)
            if isChunked { wire.append("\r\n") }
            emit(nil, on: connection)
        } else {
            emit(piece, on: connection)
            if isChunked { connection.output.append(WireBuffer.lineEnd) }
            flush(connection)
        }
        return !connection.isDestroyed
    }

    /// Ends an answer that was sent in pieces.
    func finish(_ connection: Connection) {
        guard let answer = connection.exchange?.answer, answer.isComplete else {
            return abort(connection)
        }
        if answer.framing == .chunked {
            wire.removeAll()
            wire.append("0\r\n\r\n")
            emit(nil, on: connection)
        }
        if !connection.isDestroyed { endExchange(connection, closes: answer.closes) }
    }

    /// Closes a connection abruptly, so that the client does not take an incomplete answer for a
    /// complete one.
    func abort(_ connection: Connection) {
        connection.link.breakOff()
        destroy(connection)
    }

    // MARK: - Refusals

    /// Answers a request in place of the handler and closes the connection.
    func refuse(_ connection: Connection, _ refusal: RequestError) {
        let exchange = connection.exchange
        if let exchange {
            if exchange.answer != nil { return abort(connection) }
            abandonExchange(of: connection, RequestContentError(refusal), .refused)
        }
        let refused = note(refusal, connection.peer, exchange?.request)
        compose(refused.answer(by: observer), isHead: exchange?.traits.isHead ?? false)
        connection.input = []
        emit(nil, on: connection)
        if !connection.isDestroyed { close(connection, lingering: true) }
    }

    /// Reports a refused request to the observer.
    ///
    /// - Parameters:
    ///   - refusal: The reason.
    ///   - peer: The peer that sent the request.
    ///   - request: The request, if its head was understood.
    /// - Returns: The refused request, as it was reported.
    func note(_ refusal: RequestError, _ peer: Peer, _ request: Request? = nil) -> RefusedRequest {
        let refused = RefusedRequest(refusal, from: peer, request: request)
        observer.note(refused)
        return refused
    }

    /// Writes the answer to a refused request into `wire`.
    func compose(_ response: Response, isHead: Bool = false) {
        var traits = RequestTraits.unknown
        traits.isHead = isHead
        let plan = ResponsePlan(response, for: traits, isLast: true)
        wire.removeAll()
        _ = wire.appendHead(response, plan, date: date)
        if plan.sendsContent { wire.append(response.content.bytes ?? []) }
    }

    // MARK: - Stopping

    /// Stops accepting connections and requests; requests in progress have the grace period to end.
    private func stop(grace: Int) {
        let (end, overflows) = now.addingReportingOverflow(grace)
        stopsAt = min(stopsAt ?? Ticks.never, overflows ? Ticks.never : end)
        acceptRest()
        removeListeners()
        listeners = []
        for connection in connections {
            guard let connection else { continue }
            connection.exchange?.takeover?.user.serverStops()
            guard !connection.isAnswering else { continue }
            if connection.http2 == nil { closeIdle(connection) } else { drain(connection) }
        }
    }

    /// Closes a connection between two requests, unless the next request comes soon.
    private func closeIdle(_ connection: Connection, hasAnswered: Bool = false) {
        connection.isReadable = true
        proceed(connection)
        guard !connection.isDestroyed, !connection.isAnswering, connection.ending == .none,
            !connection.reader.state.isInsideHead, !connection.reader.state.isInsideContent
        else { return }
        guard settings.closing > 0 else { return close(connection, lingering: hasAnswered) }
        // A head whose first bytes arrive in this time has its own time limit.
        connection.isHeadTimed = false
        setReadDeadline(of: connection, to: min(connection.readDeadline, now + settings.closing))
    }

    /// Closes all remaining connections.
    func destroyAll() {
        for connection in connections {
            if let connection { destroy(connection, .stopped) }
        }
    }
}

extension RequestContentError {
    /// Creates the error that a reader of the content gets when the request is refused.
    init(_ refusal: RequestError) {
        switch refusal.status {
        case .requestTimeout: self = .timedOut
        case .contentTooLarge: self = .tooLarge
        default: self = .malformed
        }
    }
}
