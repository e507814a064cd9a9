// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc
import RecadoClient
import RecadoHTTP

/// A transfer that is being carried out; it lives on the loop's thread alone.
@safe
final class ActiveTransfer {
    let transfer: Transfer
    /// What carries it; `nil` while it waits for a connection.
    @safe @exclusivity(unchecked) var carrier: (any Carrier)?
    /// When a byte was sent or received the last time.
    @safe @exclusivity(unchecked) private(set) var lastActivity: ContinuousClock.Instant
    /// How the transfer ended, if it has.
    @safe @exclusivity(unchecked) var end: Result<Void, TransportError>?
    /// Whether the loop will look after this transfer at the end of the round.
    @safe @exclusivity(unchecked) var isTouched = false
    @safe @exclusivity(unchecked) private(set) var isReceivePaused = false
    @safe @exclusivity(unchecked) private(set) var isSendPaused = false

    /// What is of no use but to whoever wants to know how the transfer went.
    @safe @exclusivity(unchecked) var notes = ConnectionNotes()
    /// Where the time went, once the transfer has ended.
    var timings: PhaseTimings?
    /// The fields after the content.
    var trailers: Fields { head.trailers }

    unowned let loop: Loop
    @safe @exclusivity(unchecked) private var head: ResponseHead
    @safe @exclusivity(unchecked) private var isHeadDelivered = false
    @safe @exclusivity(unchecked) private var bytes: [UInt8] = []
    /// Pieces that were handed over, whose memory is used again once nobody has them any more.
    private var formerPieces: [[UInt8]] = []
    /// Whether content has come since the loop looked after this transfer.
    @safe @exclusivity(unchecked) private var isFlowing = false
    /// What is lent to the reader with the next delivery.
    private var loan: SocketLoan?
    /// Whether the reader receives content by itself.
    private var isLent = false
    /// What had not been read when content was delivered the last time.
    @safe @exclusivity(unchecked) private var unreadBytes = 0
    @safe @exclusivity(unchecked) private var attempts = 0
    /// Whether the server vouches that it has not acted on the last attempt.
    private var isUnprocessed = false
    /// What a callback found wrong; libcurl only knows that the callback refused.
    @safe @exclusivity(unchecked) private(set) var failure: TransportError?

    init(_ transfer: Transfer, loop: Loop) {
        self.transfer = transfer
        self.loop = loop
        head = Self.makeHead(for: transfer, loop)
        lastActivity = loop.now
    }

    /// Whether somebody wants to hear what happens on the way.
    var isObserved: Bool { transfer.report?.isObserved == true }

    /// Whether libcurl has been asked to wait, so that it may not listen.
    var isPaused: Bool { isReceivePaused || isSendPaused }

    private static func makeHead(for transfer: Transfer, _ loop: Loop) -> ResponseHead {
        var head = ResponseHead(limit: loop.options.headLimit)
        head.keepsTrailers = transfer.report != nil
        head.keepsInformational = transfer.report?.isObserved == true
        return head
    }

    // MARK: - Callbacks

    /// Takes a line of the header section; `false` ends the transfer.
    func receiveLine(_ line: Span<UInt8>) -> Bool {
        touch()
        do {
            try head.receive(line)
            if let answer = head.takeInformational() {
                transfer.report?.report(.informational(answer))
            }
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Takes content; `false` holds it back.
    func receive(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
        touch()
        // The buffer may have been read in the meantime; the loop finds out and goes on at once.
        if bytes.count + unreadBytes + content.count > loop.options.contentBuffer,
            bytes.count + unreadBytes > 0
        {
            isReceivePaused = true
            return false
        }
        if bytes.isEmpty, content.count >= Self.largeContent { makeRoom() }
        unsafe bytes.append(contentsOf: content)
        isFlowing = true
        return true
    }

    /// How much content may be handed over at once, if it is none that must be taken.
    var room: Int { loop.options.contentBuffer - bytes.count - unreadBytes }

    /// Lets content be read to where it is kept, or holds it back.
    ///
    /// - Parameters:
    ///   - limit: How much may be read.
    ///   - read: What reads, and says how much that was.
    /// - Returns: How much could have been read.
    func receive(upTo limit: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        touch()
        if bytes.isEmpty { makeRoom() }
        let left = max(1, loop.options.contentBuffer) - bytes.count - unreadBytes
        isReceivePaused = left <= 0
        if isReceivePaused || isPieceFull { return 0 }
        let room = min(limit, left, pieceSize - bytes.count)
        bytes.append(addingCapacity: room) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
                let start = buffer.extracting(filled..<(filled + room))
                filled += unsafe read(UnsafeMutableRawBufferPointer(start))
            }
        }
        isFlowing = true
        return room
    }

    /// Takes note that the other side takes part.
    func noteActivity() { lastActivity = loop.now }

    /// What libcurl hands over at most, so that more of the same is to be expected.
    private static let largeContent = Int(CURL_MAX_WRITE_SIZE)
    /// Two pieces are under way when the reader keeps up: one is read, one is filled.
    private static let formerPieceCount = 3

    /// Makes room for a whole piece: growing step by step would copy it.
    private func makeRoom() {
        if formerPieces.count == Self.formerPieceCount { bytes = formerPieces.removeFirst() }
        // Another piece of memory takes its place if somebody still has this one.
        bytes.removeAll(keepingCapacity: true)
        let wanted = min(pieceSize + EasyHandle.receiveBuffer, loop.options.contentBuffer)
        let length = head.contentLength(answering: transfer.request.method)
        bytes.reserveCapacity(min(wanted, length ?? wanted))
    }

    /// From which size on a piece is handed over though more of it is there already.
    private var pieceSize: Int { max(1, loop.options.contentBuffer / 2) }

    /// Whether there is hardly room for more in a piece.
    private var isPieceFull: Bool {
        bytes.count + max(1, min(Self.largeContent, pieceSize / 4)) > pieceSize
    }

    /// Whether to wait for content that is arriving: to wake a reader costs more than to fetch it.
    ///
    /// A transfer without anything new since the last time waits no longer.
    func waitsForMore() -> Bool {
        defer { isFlowing = false }
        return isFlowing && isHeadDelivered && end == nil && !isReceivePaused
            && !isPieceFull
    }

    /// Fills libcurl's buffer with content to send.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Upload.Filling {
        guard case .upload(let upload) = transfer.request.payload else { return .ended }
        let filling = unsafe upload.fill(buffer)
        switch filling {
        case .bytes: lastActivity = loop.now
        case .starved: isSendPaused = true
        case .ended: break
        }
        return filling
    }

    /// Goes back to the beginning of the content to send.
    func rewind() -> Bool {
        guard case .upload(let upload) = transfer.request.payload else { return true }
        return upload.rewind()
    }

    /// Whether the request may be sent now.
    ///
    /// libcurl sends a request again when a kept connection ends without an answer. The server may
    /// have carried it out by then, so that only idempotent ones are repeated (RFC 9110 §9.2.2).
    func beginAttempt() -> Bool {
        attempts += 1
        beginSending()
        if awaitsRepetition {
            // RFC 9110 §10.1.1: the server cannot be asked, and has not acted.
            head = Self.makeHead(for: transfer, loop)
            carrier?.handle.setFields(transfer.request.fieldLinesWithoutAsking)
            return true
        }
        defer { isUnprocessed = false }
        guard attempts > 1, !transfer.request.method.isIdempotent, !isUnprocessed else {
            return true
        }
        let message = "the connection ended without an answer, and the request is not repeated"
        failure = TransportError(.connectionLost, message)
        return false
    }

    /// Notes that the system gave no socket; libcurl only knows that there is none.
    func noteFailedSocket(_ number: Int32) {
        guard number == EMFILE || number == ENFILE else { return }
        failure = TransportError(.failed, "no descriptor is free")
    }

    private func touch() {
        // All of a round happens at one time.
        if isTouched { return }
        lastActivity = loop.now
        isTouched = true
        loop.touched.append(self)
    }

    // MARK: - Delivering

    /// Hands over what has arrived; content that was held back is asked for again if there is room.
    func deliver() {
        isTouched = false
        var arrival = Transfer.Arrival(head: nil, bytes: [], end: end, isPaused: isReceivePaused)
        arrival.lowWater = pieceSize
        if head.isComplete, !isHeadDelivered, end != nil || !awaitsRepetition {
            isHeadDelivered = true
            arrival.head = head
        }
        swap(&arrival.bytes, &bytes)
        swap(&arrival.loan, &loan)
        isLent = isLent || arrival.loan != nil
        if end == nil, arrival.bytes.count >= Self.largeContent {
            formerPieces.append(arrival.bytes)
            if formerPieces.count > Self.formerPieceCount { formerPieces.removeFirst() }
        }
        report(arrival)
        let backlog = transfer.deliver(arrival)
        unreadBytes = backlog.unread
        if end == nil, backlog.mayResume { resumeReceiving() }
        // After a refusal no more is sent, but a pause in sending would pass for unfinished work.
        if end == nil, arrival.head != nil, isRefused { resumeSending() }
    }

    /// Whether libcurl will send the request again, because the server does not want to be asked.
    private var awaitsRepetition: Bool {
        transfer.request.asksFirst && head.isComplete && head.status == .expectationFailed
            && !isHeadDelivered
    }

    /// Lets libcurl hand out what it has held back.
    func resumeReceiving() {
        guard isReceivePaused else { return }
        isReceivePaused = false
        // It may be less by now.
        unreadBytes = min(unreadBytes, pieceSize)
        takeBack()
        resume()
    }

    /// Lends a socket to the reader of the content, so that nothing comes by way of the loop any more.
    ///
    /// A reader that waits gets what has come, and receives by itself the next time. Listeners would hear
    /// nothing of what it receives: where there are some by now, nothing is lent.
    ///
    /// - Parameter makeLoan: Makes the loan.
    /// - Returns: Whether it is lent.
    func lend(_ makeLoan: () -> SocketLoan) -> Bool {
        guard end == nil, !bytes.isEmpty, !isObserved else { return false }
        (loan, isReceivePaused) = (makeLoan(), true)
        return true
    }

    /// Takes back what was lent; nothing else may be done with the socket before that.
    func takeBack() {
        loan = nil
        guard isLent else { return }
        isLent = false
        guard let loan = transfer.takeBack() else { return }
        // All pieces have been read before the first that the reader received.
        if loan.isOver { unreadBytes = 0 }
        notes.contentCount += loan.received
        carrier?.takeBack(loan)
    }

    /// Lets libcurl ask for content again.
    func resumeSending() {
        guard isSendPaused else { return }
        isSendPaused = false
        resume()
    }

    private func resume() {
        lastActivity = loop.now
        loop.scheduleSweep(for: self)
        carrier?.resume(self)
    }

    // MARK: - The answer

    /// Whether the server wants no more of the request: it has answered, and not with success.
    var isRefused: Bool { head.isComplete && (head.status?.code ?? 0) >= 300 }

    /// Whether the connection is there for another request.
    var keepsConnection: Bool { head.keepsConnection }

    /// Whether the answer is one of HTTP/1.0.
    var isOldVersion: Bool { head.isOld }

    /// Prepares to send the request again that has had no answer.
    ///
    /// The server may have carried it out by then (RFC 9110 §9.2.2).
    ///
    /// - Parameter isUnprocessed: Whether the server vouches that it has not (RFC 9113 §8.7).
    /// - Returns: Whether it may be sent.
    func prepareRepetition(isUnprocessed: Bool = false) -> Bool {
        guard transfer.request.method.isIdempotent || isUnprocessed,
            attempts < Self.attemptLimit, rewind()
        else { return false }
        self.isUnprocessed = isUnprocessed
        isSendPaused = false
        return true
    }

    /// How often a request is sent at most, as in libcurl.
    private static let attemptLimit = 6

    // MARK: - Ending

    /// How the transfer ended in libcurl's view.
    func conclude(_ code: CURLcode) {
        end = code == CURLE_OK ? .success(()) : .failure(error(for: code))
    }

    /// How far the transfer has come.
    var phase: TransportError.Phase {
        guard carrier?.isConnected == true else { return .connecting }
        if head.isComplete { return .receiving }
        if case .upload(let upload) = transfer.request.payload, !upload.isSent { return .sending }
        return .waiting
    }

    /// The error for a transfer whose time is up.
    func timeout(at now: ContinuousClock.Instant) -> TransportError {
        let timeouts = transfer.timeouts
        let isTotal = timeouts.total.map { transfer.start + $0 <= now } ?? false
        let limit = (isTotal ? timeouts.total : timeouts.idle) ?? .zero
        let what = isTotal ? "no end" : "no byte"
        return TransportError(
            .timedOut(phase),
            "\(transfer.request.authority): \(what) in \(limit)"
        )
    }

    /// The error for what libcurl says, unless it was told to.
    func error(for code: CURLcode) -> TransportError {
        if let failure { return failure }
        guard let handle = carrier?.handle else { return TransportError(.failed) }
        let isHeadTooLarge = code == CURLE_OUT_OF_MEMORY && attempts > 0 && !head.isComplete
        // In HTTP/2, libcurl gives a connection that was reset the same name as garbage.
        let number =
            code == CURLE_HTTP2 ? Int32(truncatingIfNeeded: handle.number(CURLINFO_OS_ERRNO)) : 0
        let isReset = number == ECONNRESET || number == EPIPE
        let cause = isReset ? CURLE_SEND_ERROR : code
        let kind = isHeadTooLarge ? .tooLarge : cause.kind(in: phase)
        return handle.error(for: code, kind, from: transfer.request.authority)
    }
}

extension ActiveTransfer: ReplySink {
    var awaitsStatus: Bool { head.status == nil }

    func framing() throws(TransportError) -> ReplyFraming? {
        head.isComplete ? try head.framing(answering: transfer.request.method) : nil
    }
}
