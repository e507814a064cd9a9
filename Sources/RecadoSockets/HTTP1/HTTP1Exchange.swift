// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import RecadoWire
import Synchronization

/// A request and its answer over an HTTP/1.1 connection.
///
/// Only one task at a time uses the exchange: first the task of the call, then the task that reads
/// the content. Access to its variables is not checked for exclusivity, because each check costs a
/// call.
// Safe because the task of the call hands the exchange over to the reader's task, and does not use
// it afterwards.
final class HTTP1Exchange: @unchecked Sendable {
    let connection: HTTP1Connection
    let transfer: Transfer
    let pool: ConnectionPool
    let isReused: Bool
    @safe @exclusivity(unchecked) var sender: ContentSender?
    /// The head of the response, once it has arrived.
    @safe @exclusivity(unchecked) var head: ResponseHead?
    @safe @exclusivity(unchecked) var trailers: Fields = [:]
    @safe @exclusivity(unchecked) var reader: ResponseReader
    /// True if the server has asked for the content with 100 Continue (RFC 9110 §10.1.1).
    private var hasConsent = false
    /// The bytes that have arrived and are not parsed yet.
    @safe @exclusivity(unchecked) var input: [UInt8] = []
    /// The decoded content that the reader has not received yet.
    @safe @exclusivity(unchecked) var content: [UInt8] = []
    /// The previous piece, whose memory is reused once nothing else refers to it.
    @safe @exclusivity(unchecked) var former: [UInt8] = []
    /// True if the connection may serve another request.
    @safe @exclusivity(unchecked) var isUsable = true
    @safe @exclusivity(unchecked) var hasReceived = false
    /// True if the exchange is over, and its connection is back in the pool or closed.
    private(set) var isOver = false
    var channel: Channel { connection.channel }
    private var request: PreparedRequest { transfer.request }

    init(
        _ transfer: Transfer,
        over connection: HTTP1Connection,
        _ pool: ConnectionPool,
        limits: MessageLimits
    ) {
        (self.transfer, self.connection, self.pool) = (transfer, connection, pool)
        isReused = connection.isReused
        reader = ResponseReader(limits: limits)
        reader.begin(
            answering: transfer.request.method,
            keepsTrailers: transfer.isTraced
        )
    }

    // MARK: - The request

    /// Sends the request and reads the part of the answer that arrives at once.
    ///
    /// - Parameter feed: The content of the request.
    /// - Returns: The answer, or `repeatable` if the request may be sent again.
    /// - Throws: The reason that there is no answer.
    func run(_ feed: ContentFeed) async throws(TransportError) -> ExchangeOutcome {
        do throws(TransportError) {
            transfer.beginSending(isReused: isReused, in: .http11, to: connection.remote)
            let asks = request.expectsContinue && !feed.skipsExpectation
            let isSent = try await send(
                request.message(proxyLines: connection.proxyLines, expectsContinue: asks)
            )
            if asks, isSent {
                let mustSend = try await askFirst()
                if mustSend { try await sendContent(feed) }
            } else if isSent {
                try await sendContent(feed)
            } else {
                isUsable = false
            }
            // Waits first, because answers take time; but not over TLS, which may already have read
            // a part of the answer.
            if isSent, head == nil, !channel.isSecure.load(ordering: .relaxed) {
                try await wait(for: .reading, .waiting)
            }
            while head == nil {
                guard try await receive(.waiting) else { return try lose(feed) }
            }
            if asks, head?.status == .expectationFailed, feed.mayRepeat {
                // RFC 9110 §10.1.1: the server does not support the expectation, and has not acted
                // on the request. The request is sent again without the expectation.
                feed.skipsExpectation = true
                close()
                return .repeatable(TransportError(.failed, "the server cannot be asked"))
            }
            return .answer(try await answer())
        } catch {
            fail()
            throw error.named(by: request.authority)
        }
    }

    /// Sends bytes; returns `false` if the other side accepts no more.
    ///
    /// The next attempt to read reports the reason.
    private func send(_ bytes: [UInt8]) async throws(TransportError) -> Bool {
        let end = try await channel.sendAll(
            bytes,
            until: transfer.deadline,
            late: transfer.timeout(.sending)
        )
        if end == nil { transfer.note { $0.bytesSent += bytes.count } }
        return end == nil
    }

    private func sendContent(_ feed: ContentFeed) async throws(TransportError) {
        switch request.payload {
        case .none: break
        case .bytes(let bytes):
            // If the server is not asked first, the content was sent with the header section.
            guard request.expectsContinue, !feed.skipsExpectation else { break }
            if try await !send(bytes) { isUsable = false }
        case .stream:
            let sender = ContentSender(transfer, feed.begin(), over: channel)
            self.sender = sender
            sender.start()
        }
    }

    /// The time to wait for 100 Continue before the content is sent without it.
    private static let patience = Duration.seconds(1)

    /// Waits for 100 Continue; returns true if the content is to be sent.
    private func askFirst() async throws(TransportError) -> Bool {
        let end = Tick.now.after(Self.patience)
        while head == nil, !hasConsent {
            let result = channel.receive(atMost: Self.pieceSize, appendingTo: &input)
            switch result {
            case .bytes(let count): try take(count)
            case .wouldBlock(let side):
                switch await channel.wait(for: side, until: min(end, transfer.totalDeadline)) {
                case .ready: break
                case .timedOut: return true
                case .cancelled: throw TransportError(.cancelled)
                case .ended(let error): throw error
                }
            // Reading the answer reports the reason.
            case .ended, .failed: return false
            }
        }
        if head != nil { isUsable = false }
        return head == nil
    }

    // MARK: - The answer

    /// The maximum number of bytes to read at once.
    static let pieceSize = 16_384

    /// Receives a part of the answer; returns `false` if the connection has ended.
    func receive(_ phase: TransportError.Phase) async throws(TransportError) -> Bool {
        while true {
            switch channel.receive(atMost: Self.pieceSize, appendingTo: &input) {
            case .bytes(let count):
                try take(count)
                return true
            case .wouldBlock(let side): try await wait(for: side, phase)
            case .ended: return false
            case .failed(let kind, let reason):
                lost = (kind, reason)
                return false
            }
        }
    }

    /// The reason that the connection was lost.
    var lost: (kind: TransportError.Kind, reason: String)?

    func wait(for side: Side, _ phase: TransportError.Phase) async throws(TransportError) {
        while true {
            switch await channel.wait(for: side, until: transfer.deadline) {
            case .ready: return
            case .cancelled: throw TransportError(.cancelled)
            case .ended(let error): throw error
            case .timedOut:
                if transfer.totalDeadline > Tick.now,
                    sender?.excuses(transfer.timeouts.idle) == true
                {
                    continue
                }
                throw transfer.timeout(phase == .waiting ? sender?.phase ?? phase : phase)
            }
        }
    }

    /// Counts and parses bytes that have just arrived.
    private func take(_ count: Int) throws(TransportError) {
        transfer.noteReceived(count)
        hasReceived = true
        try read()
    }

    /// Parses the bytes that have arrived.
    private func read() throws(TransportError) {
        var start = 0
        while true {
            var used = 0
            let event = reader.receive(
                input.span.extracting(start...),
                into: &content,
                used: &used
            )
            start += used
            switch event {
            case .needsMore: return keep(from: start)
            case .informational(let status, let fields):
                hasConsent = hasConsent || status.code == 100
                let response = Response(status: status, fields: fields)
                transfer.report(.informational(response))
            case .head(let found):
                head = found
                if reader.state.isComplete { return keep(from: start) }
            case .end(let trailers):
                self.trailers = trailers
                return keep(from: start)
            case .failed(let error): throw TransportError(error)
            }
        }
    }

    /// Keeps the bytes that have arrived and are not parsed yet.
    private func keep(from start: Int) {
        if start == input.count { return input.removeAll(keepingCapacity: true) }
        // Bytes after a complete answer were not requested. They must not be taken for the answer
        // to the next request.
        if reader.state.isComplete { isUsable = false }
        input.removeFirst(start)
    }

    private func answer() async throws(TransportError) -> Response {
        guard let head else { throw TransportError(.failed, "there is no head") }
        let status = head.status
        if head.isVersion10 { transfer.note { $0.version = .http10 } }
        transfer.report(.answered(status))
        try receiveAtOnce()
        transfer.noteContent(content.count)
        if isRefused { sender?.cancel() }
        if reader.state.isComplete, sender?.isComplete ?? true || isRefused {
            let bytes = content
            finish()
            return Response(
                status: status,
                fields: head.fields,
                content: bytes.isEmpty ? .empty : Content(bytes)
            )
        }
        let source = HTTP1Content(self, length: head.contentLength)
        return Response(status: status, fields: head.fields, content: Content(reading: source))
    }

    /// The number of content bytes after which the answer is returned, even if more has already
    /// arrived.
    private static let smallContent = 65_536

    private func receiveAtOnce() throws(TransportError) {
        while !reader.state.isComplete, content.count < Self.smallContent, input.isEmpty {
            switch channel.receive(atMost: Self.pieceSize, appendingTo: &input) {
            case .bytes(let count):
                try take(count)
                if count < Self.pieceSize { return }
            // The reader of the content receives the error of the connection.
            case .failed(let kind, let reason):
                lost = (kind, reason)
                return
            case .ended, .wouldBlock: return
            }
        }
    }

    /// True if the server does not need the rest of the request, because it has answered without
    /// success.
    var isRefused: Bool { head.map { $0.status.code >= 300 } ?? false }

    // MARK: - The end

    /// Ends the exchange after the whole answer has arrived.
    func finish() {
        guard !isOver else { return }
        isOver = true
        let hasSent = sender?.isComplete ?? true
        transfer.end(trailers: trailers)
        guard isUsable, hasSent, reader.state.isComplete, head?.keepsConnection == true else {
            sender?.cancel()
            channel.close()
            return pool.closed(connection.origin)
        }
        connection.rest()
        pool.release(connection)
    }

    /// Ends an exchange whose answer is incomplete; does nothing if it has already ended.
    func fail() {
        if !isOver { close() }
    }

    private func close() {
        isOver = true
        sender?.cancel()
        channel.close()
        pool.closed(connection.origin)
    }

    /// Returns the error for a connection that has ended within an answer.
    func lossError() -> TransportError {
        let (kind, reason) = lost ?? (.connectionLost, "the connection ended")
        return TransportError(
            kind,
            reason + (hasReceived ? " within the answer" : " without an answer")
        )
    }

    /// Handles a connection that has ended before the header section of the answer arrived.
    private func lose(_ feed: ContentFeed) throws(TransportError) -> ExchangeOutcome {
        if let ending = channel.ending { throw ending }
        var error = lossError()
        if isReused, !hasReceived {
            // A reused connection may have ended while it was idle, before the request reached the
            // server. An idempotent request is then sent again (RFC 9112 §9.3.1).
            if request.method.isIdempotent, feed.mayRepeat {
                close()
                return .repeatable(error.named(by: request.authority))
            }
            error = TransportError(error.kind, error.detail + ", and the request is not repeated")
        }
        throw error
    }
}

extension TransportError {
    /// Creates the error for a response that breaks a rule or a limit.
    init(_ error: MessageError) {
        let isLimit = error.kind == .fieldsTooLong || error.kind == .startLineTooLong
        self.init(isLimit ? .tooLarge : .protocolViolation, error.detail)
    }

    /// Returns the error with the host before its details, unless they already name the host.
    func named(by authority: String) -> TransportError {
        switch kind {
        case .connectionLost, .protocolViolation, .tls:
            detail.hasPrefix(authority) ? self : TransportError(kind, "\(authority): \(detail)")
        default: self
        }
    }
}
