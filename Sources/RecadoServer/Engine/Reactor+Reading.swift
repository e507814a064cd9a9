// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension Reactor {
    // MARK: - From the socket

    /// Reads once from a connection, if bytes are available and wanted now.
    ///
    /// Unwanted bytes stay in the system's buffer, which makes the client stop sending.
    func read(_ connection: Connection) {
        guard connection.isReadable, wantsInput(connection) else { return }
        let transfer = connection.link.receive(into: &readBuffer)
        if !connection.isReady, connection.link.isReady, !becomeReady(connection) {
            return destroy(connection)
        }
        switch transfer {
        case .bytes(let count):
            // If fewer bytes than requested came, no more are there, and the next arrival is
            // reported. But an end or a failure that is already known must still be read.
            if count < readBuffer.count, !connection.peerHasEnded, !connection.link.hasRest {
                connection.isReadable = false
            }
            take(count, on: connection)
            if connection.isReadable, !connection.isDestroyed, wantsInput(connection) {
                unread.append(connection.id)
            }
        case .wouldBlock:
            connection.isReadable = false
            if connection.link.waitsForWriting { connection.isWritable = false }
        case .ended:
            connection.isReadable = false
            connection.peerHasEnded = true
            connection.hasReadEnd = true
            takeEnd(connection)
        case .failed:
            guard connection.link.isPlaintext, connection.ending == .none else {
                return destroy(connection)
            }
            // The client does not speak TLS, so it gets a plain HTTP answer, which it can read.
            refuse(connection, .malformed("this port speaks HTTPS; use an https URL"))
        }
    }

    /// Stores the results of the handshake.
    ///
    /// - Returns: True if the connection may be used.
    private func becomeReady(_ connection: Connection) -> Bool {
        connection.isReady = true
        if connection.link.applicationProtocol == "h2" { beginHTTP2(connection) }
        if connection.isDestroyed { return false }
        guard let certificate = connection.link.peerCertificate else { return true }
        connection.peer = Peer(
            address: connection.peer.address,
            isLocal: connection.peer.isLocal,
            isSecure: true,
            certificate: certificate
        )
        // The expiry is checked again here, because a resumed session's certificate was verified
        // only when the session was new.
        return certificate.expiry.secondsSince1970 >= Ticks.wallSeconds
    }

    /// Continues with a connection whose parsing was suspended.
    func proceed(_ connection: Connection) {
        if !connection.input.isEmpty { processInput(connection) }
        if !connection.isDestroyed { read(connection) }
        if !connection.isDestroyed, connection.hasReadEnd, !connection.isAnswering {
            takeEnd(connection)
        }
    }

    private func wantsInput(_ connection: Connection) -> Bool {
        connection.ending == .lingering || mayParse(connection)
    }

    /// True if the next bytes of a connection can be parsed.
    private func mayParse(_ connection: Connection) -> Bool {
        guard connection.ending == .none, !connection.isDestroyed, !connection.isSending
        else { return false }
        if let exchange = connection.exchange {
            return exchange.isReadWanted
                && (connection.reader.state.isInsideContent || exchange.takeover != nil)
        }
        // No more requests are parsed for a client that does not read its answers.
        if connection.output.count > OutputQueue.highWater {
            connection.isHeldBack = true
            return false
        }
        return true
    }

    private func take(_ count: Int, on connection: Connection) {
        guard connection.ending == .none else { return }
        if connection.http2 != nil {
            let buffer = readBuffer
            takeFrames(buffer.span.extracting(0..<count), on: connection)
        } else if connection.input.isEmpty {
            let buffer = readBuffer
            let used = process(buffer.span.extracting(0..<count), on: connection)
            if used < count, connection.ending == .none {
                connection.input = Array(buffer[used..<count])
            }
            settle(connection)
        } else {
            connection.input.append(contentsOf: readBuffer[..<count])
            processInput(connection)
        }
    }

    private func processInput(_ connection: Connection) {
        let input = connection.input
        connection.input = []
        let used = process(input.span, on: connection)
        if connection.ending == .none, used < input.count {
            connection.input = used == 0 ? input : Array(input[used...])
        }
        settle(connection)
    }

    /// Starts the time limit for a head when its first bytes arrive; more bytes do not extend the
    /// limit.
    private func settle(_ connection: Connection) {
        guard !connection.isAnswering, connection.ending == .none,
            connection.reader.state.isInsideHead, !connection.isHeadTimed
        else { return }
        connection.isHeadTimed = true
        if !connection.isExtra { setReadDeadline(of: connection, to: now + settings.head) }
    }

    // MARK: - To the request

    /// Parses requests and content from bytes, as far as they can be used now.
    ///
    /// - Returns: The number of bytes used.
    private func process(_ bytes: Span<UInt8>, on connection: Connection) -> Int {
        if let exchange = connection.exchange, let takeover = exchange.takeover {
            guard mayParse(connection) else { return 0 }
            return deposit(bytes, for: takeover, exchange)
        }
        var start = 0
        while start < bytes.count, mayParse(connection) {
            let rest = bytes.extracting(start..<bytes.count)
            var content: [UInt8] = []
            var used = 0
            swap(&spare, &connection.reader.spare)
            let event = connection.reader.receive(
                rest,
                limits: settings.limits,
                into: &content,
                used: &used
            )
            swap(&spare, &connection.reader.spare)
            start += used
            switch consume event {
            case .head(let head):
                start += take(head, rest.extracting(used..<rest.count), on: connection)
            case .failed(let error):
                if beginsHTTP2(error, rest, on: connection) {
                    beginHTTP2(connection)
                    takeFrames(rest, on: connection)
                } else {
                    refuse(connection, RequestError(error))
                }
                return bytes.count
            case .needsMore:
                takeContent(content, isWhole: false, on: connection)
                return start
            case .end:
                takeContent(content, isWhole: true, on: connection)
            }
        }
        return start
    }

    /// Begins an exchange, unless the request's target is not served on this connection.
    ///
    /// - Returns: The number of content bytes used.
    private func take(
        _ head: RequestHead,
        _ rest: Span<UInt8>,
        on connection: Connection
    ) -> Int {
        guard head.isForTLS, !connection.peer.isSecure, !observer.trusts(connection.peer) else {
            return begin(head, rest, on: connection)
        }
        refuse(connection, .forTLS)
        return rest.count
    }

    /// Begins an exchange, with the content in memory if all of it has arrived.
    ///
    /// - Returns: The number of content bytes used.
    private func begin(
        _ head: RequestHead,
        _ rest: Span<UInt8>,
        on connection: Connection
    ) -> Int {
        if case .none = head.framing {
            start(head, nil, nil, on: connection)
            return 0
        }
        var content: [UInt8] = []
        var used = 0
        if !rest.isEmpty {
            let event = connection.reader.receive(
                rest,
                limits: settings.limits,
                into: &content,
                used: &used
            )
            switch consume event {
            case .failed(let error):
                refuse(connection, RequestError(error))
                return rest.count
            case .end:
                start(head, Content(content), nil, on: connection)
                return used
            case .needsMore:
                break
            case .head:
                break
            }
        }
        beginStream(head, content, on: connection)
        // RFC 9110 §10.1.1: a client that has begun to send content does not wait for 100 Continue.
        if head.expectsContinue, used == 0 {
            connection.exchange?.awaitsContinue = true
        } else {
            startContentClock(connection)
        }
        return used
    }

    /// Begins an exchange whose content has not fully arrived.
    private func beginStream(
        _ head: RequestHead,
        _ beginning: [UInt8],
        on connection: Connection
    ) {
        let channel = ContentChannel(beginning)
        let source = RequestContent(
            channel: channel,
            loop: loop,
            exchange: connection.nextExchangeID,
            length: connection.reader.state.remainingContent.map { $0 + beginning.count }
        )
        start(head, Content(reading: source), channel, on: connection)
    }

    /// Starts the exchange of a request, unless it is answered at once.
    ///
    /// - Parameters:
    ///   - head: The parts of the request's head that concern the engine.
    ///   - content: The request's content, if it has any.
    ///   - channel: The channel for the rest of the content; `nil` if all of it has arrived.
    ///   - connection: The request's connection.
    private func start(
        _ head: RequestHead,
        _ content: Content?,
        _ channel: ContentChannel?,
        on connection: Connection
    ) {
        let id = connection.nextExchangeID
        connection.requestCount += 1
        connection.isHeadTimed = false
        connection.readDeadline = Ticks.never
        var traits = RequestTraits(of: head)
        connection.reader.takeRequest(into: &request)
        request.peer = connection.peer
        if connection.isExtra, refuseUnlessVital(connection) { return }
        if let content { request.content = content }
        if strictLine != nil { traits.isStrict = TransportPolicy.isStrict(for: request) }
        let isKept = channel == nil && head.keepsAlive
        let task: RequestTask
        switch begin(&request, id, from: connection.origin, isKept: isKept) {
        case .answered(let response):
            return keep(response, traits, hasContent: content != nil, for: connection)
        case .waiting(let waiting): task = waiting
        }
        connection.exchange = Exchange(
            number: id.number,
            traits: traits,
            content: channel,
            of: channel == nil ? nil : request.withoutContent,
            task
        )
        // The task owns the fields, so the next request must not reuse their storage.
        request = Request(method: .get, target: "/")
    }

    /// Empties a request that is not needed any more; its small parts stay until the next head
    /// replaces them.
    func clearRequest(hasContent: Bool) {
        spare.take(from: &request)
        request.peer = nil
        if hasContent { request.content = .empty }
    }

    // MARK: - Content

    private func takeContent(_ content: [UInt8], isWhole: Bool, on connection: Connection) {
        guard let exchange = connection.exchange else {
            skip(content.count, isWhole: isWhole, on: connection)
            return
        }
        guard let channel = exchange.content else { return }
        connection.exchange?.periodBytes += content.count
        let wantsMore = channel.deposit(content, isWhole: isWhole)
        if !wantsMore {
            connection.exchange?.isReadWanted = false
            connection.exchange?.hasPaused = true
        }
        if isWhole {
            connection.readDeadline = Ticks.never
            noticeEnd(connection)
        }
    }

    /// Counts content that no task reads; once it exceeds the limit, the connection is closed.
    private func skip(_ count: Int, isWhole: Bool, on connection: Connection) {
        connection.skippable -= count
        if connection.skippable < 0 { return close(connection, lingering: true) }
        if isWhole { setReadDeadline(of: connection, to: now + settings.idle) }
    }

    /// Reads content for a task that waits for it.
    func takeRead(_ connection: Connection) {
        guard connection.reader.state.isInsideContent || connection.exchange?.takeover != nil else {
            return
        }
        if connection.exchange?.awaitsContinue == true {
            connection.exchange?.awaitsContinue = false
            startContentClock(connection)
            connection.output.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            flush(connection)
        }
        guard !connection.isDestroyed else { return }
        // The channel may have been filled since the task asked; then the task finds content there
        // and asks again later.
        if connection.exchange?.content?.isFull == true { return }
        connection.exchange?.isReadWanted = true
        proceed(connection)
    }

    // MARK: - The end

    /// Cancels the task of a client that has gone; a client whose content is still being read
    /// counts as present.
    func noticeEnd(_ connection: Connection) {
        if connection.http2 != nil { return noticeStreamsEnd(connection) }
        guard connection.peerHasEnded, !connection.reader.state.isInsideContent,
            let exchange = connection.exchange, exchange.takeover == nil
        else { return }
        if exchange.source == nil { exchange.task.cancel() } else { abort(connection) }
    }

    /// Handles the end of input after everything that the client sent has been read.
    func takeEnd(_ connection: Connection) {
        guard connection.ending != .lingering else { return destroy(connection) }
        if connection.http2 != nil { return takeStreamsEnd(connection) }
        guard !connection.isAnswering else {
            if let takeover = connection.exchange?.takeover {
                _ = takeover.channel.deposit([], isWhole: true)
                return
            }
            // The request must still be answered, unless it was cut off.
            if connection.reader.state.isInsideContent { destroy(connection) }
            return
        }
        close(connection, lingering: false)
    }
}
