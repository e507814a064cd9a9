// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc
import RecadoClient
import RecadoHTTP

/// A transfer that libcurl is carrying out; it lives on the loop's thread alone.
@safe
final class ActiveTransfer {
    let transfer: Transfer
    let easy: EasyHandle
    /// When a byte was sent or received the last time.
    private(set) var lastActivity: ContinuousClock.Instant
    /// How the transfer ended, if it has.
    var end: Result<Void, TransportError>?
    /// Whether the loop will look after this transfer at the end of the round.
    var isTouched = false
    private(set) var isReceivePaused = false
    private(set) var isSendPaused = false

    /// What is of no use but to whoever wants to know how the transfer went.
    var notes = ConnectionNotes()
    /// Where the time went, once the transfer has ended.
    var timings: PhaseTimings?
    /// The fields after the content.
    var trailers: Fields { head.trailers }

    unowned let loop: Loop
    private var head: ResponseHead
    private var isHeadDelivered = false
    private var bytes: [UInt8] = []
    /// Pieces that were handed over, whose memory is used again once nobody has them any more.
    private var formerPieces: [[UInt8]] = []
    /// Whether content has come since the loop looked after this transfer.
    private var isFlowing = false
    /// What had not been read when content was delivered the last time.
    private var unreadBytes = 0
    private var attempts = 0
    /// What a callback found wrong; libcurl only knows that the callback refused.
    private var failure: TransportError?

    init(_ transfer: Transfer, easy: EasyHandle, loop: Loop) {
        self.transfer = transfer
        self.easy = easy
        self.loop = loop
        head = ResponseHead(limit: loop.options.headLimit)
        lastActivity = loop.now
        head = makeHead()
        easy.clearError()
        easy.setRemarks(head.keepsInformational)
        setUp()
    }

    // MARK: - Setting up

    private func setUp() {
        let request = transfer.request
        easy.direct(to: request, through: loop.options.proxies)
        if let proxy = easy.proxy { transfer.report?.report(.proxied(proxy.description)) }
        // For listeners, and for the error about pins, which names those that the host presented.
        let hasPins = !easy.setup.options.pins.isEmpty
        easy.set(CURLOPT_CERTINFO, to: hasPins || head.keepsInformational)
        easy.set(CURLOPT_REQUEST_TARGET, to: target)
        easy.set(CURLOPT_HTTP_VERSION, to: version)
        easy.setConnectTimeout(transfer.timeouts.connect)
        easy.setFields(request.fieldLines)
        setUpContent()
    }

    /// The target as it is sent: a proxy that sends requests on needs to know the host, too.
    private var target: String {
        let request = transfer.request
        guard easy.isForwarded else { return request.target }
        // RFC 9112 §3.2.4: a proxy makes a star of a URI without a path.
        return request.origin.dropLast() + (request.target == "*" ? "" : request.target)
    }

    private var version: Int {
        if transfer.request.isSecure {
            return loop.options.offersHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        }
        let isAssumed = easy.setup.options.assumesHTTP2 && !easy.isForwarded
        return isAssumed ? CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE : CURL_HTTP_VERSION_1_1
    }

    /// Whether its connection is one of HTTP/1.1 without TLS.
    var isPlain: Bool {
        !transfer.request.isSecure && !easy.setup.options.assumesHTTP2 && easy.proxy?.kind != .https
    }

    /// Whether libcurl has been asked to wait, so that it may not listen.
    var isPaused: Bool { isReceivePaused || isSendPaused }

    private func makeHead() -> ResponseHead {
        var head = ResponseHead(limit: loop.options.headLimit)
        head.keepsTrailers = transfer.report != nil
        head.keepsInformational = transfer.report?.isObserved == true
        return head
    }

    private func setUpContent() {
        let request = transfer.request
        var method: String? = request.method.name
        easy.set(CURLOPT_HTTPGET, to: true)
        switch request.payload {
        case .none:
            if request.method == .get { method = nil }
            if request.method == .head {
                easy.set(CURLOPT_NOBODY, to: true)
                method = nil
            }
        case .bytes(let bytes):
            easy.set(CURLOPT_POST, to: true)
            easy.set(CURLOPT_POSTFIELDSIZE_LARGE, toSize: bytes.count)
            unsafe bytes.withUnsafeBytes { bytes in
                // Without an address, libcurl would ask for the content of an empty request.
                unsafe withUnsafePointer(to: 0) { nothing in
                    let address = unsafe bytes.baseAddress ?? UnsafeRawPointer(nothing)
                    unsafe easy.set(CURLOPT_COPYPOSTFIELDS, to: address)
                }
            }
        case .upload(let upload):
            easy.set(CURLOPT_UPLOAD, to: true)
            easy.set(CURLOPT_INFILESIZE_LARGE, toSize: upload.length ?? -1)
        }
        easy.set(CURLOPT_CUSTOMREQUEST, to: method)
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
    private var pieceSize: Int { loop.options.contentBuffer / 2 }

    /// Whether to wait for content that is arriving: to wake a reader costs more than to fetch it.
    ///
    /// A transfer without anything new since the last time waits no longer.
    func waitsForMore() -> Bool {
        defer { isFlowing = false }
        return isFlowing && isHeadDelivered && end == nil && !isReceivePaused
            && bytes.count < pieceSize
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
            head = makeHead()
            easy.setFields(transfer.request.fieldLinesWithoutAsking)
            return true
        }
        guard attempts > 1, !transfer.request.method.isIdempotent else { return true }
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
        if end == nil, arrival.bytes.count >= Self.largeContent {
            formerPieces.append(arrival.bytes)
            if formerPieces.count > Self.formerPieceCount { formerPieces.removeFirst() }
        }
        report(arrival)
        let backlog = transfer.deliver(arrival)
        unreadBytes = backlog.unread
        if end == nil, backlog.mayResume { resumeReceiving() }
        // After a refusal libcurl sends no more, but takes a pause in sending for unfinished work.
        if end == nil, arrival.head?.status.map({ $0.code >= 400 }) == true { resumeSending() }
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
        resume()
    }

    /// Lets libcurl ask for content again.
    func resumeSending() {
        guard isSendPaused else { return }
        isSendPaused = false
        resume()
    }

    private func resume() {
        lastActivity = loop.now
        var paused = CURLPAUSE_CONT
        if isReceivePaused { paused |= CURLPAUSE_RECV }
        if isSendPaused { paused |= CURLPAUSE_SEND }
        unsafe curl_easy_pause(easy.pointer, paused)
    }

    // MARK: - Ending

    /// How the transfer ended in libcurl's view.
    func conclude(_ code: CURLcode) {
        if code == CURLE_OK {
            end = .success(())
        } else {
            end = .failure(failure ?? error(for: code))
        }
    }

    /// How far the transfer has come.
    var phase: TransportError.Phase {
        if easy.measure(CURLINFO_PRETRANSFER_TIME_T) == 0 { return .connecting }
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

    private func error(for code: CURLcode) -> TransportError {
        let isHeadTooLarge = code == CURLE_OUT_OF_MEMORY && attempts > 0 && !head.isComplete
        // In HTTP/2, libcurl gives a connection that was reset the same name as garbage.
        let number =
            code == CURLE_HTTP2 ? Int32(truncatingIfNeeded: easy.number(CURLINFO_OS_ERRNO)) : 0
        let isReset = number == ECONNRESET || number == EPIPE
        let cause = isReset ? CURLE_SEND_ERROR : code
        let kind = isHeadTooLarge ? .tooLarge : cause.kind(in: phase)
        return easy.error(for: code, kind, from: transfer.request.authority)
    }
}
