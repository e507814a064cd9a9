// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import CRecadoNGHTTP2
import RecadoClient

/// A connection over which all requests to a host go at once, in HTTP/2 (RFC 9113): nghttp2 reads and writes the frames.
///
/// Nothing is sent and nothing closed while nghttp2 works: its callbacks note what has to be done, and the
/// loop attends to it in the same round, when the requests and answers of the round have come together.
@safe
final class HTTP2Connection: PooledConnection {
    let opening: Opening
    let origin: String
    unowned let loop: Loop
    private(set) var idleSince: ContinuousClock.Instant
    let created: ContinuousClock.Instant

    /// It is there when the initialiser has gone well; its callbacks' context is the whole object.
    private(set) var session: OpaquePointer?
    /// The streams that are not closed and whose transfers have not ended, by number.
    @safe @exclusivity(unchecked) var streams: [Int32: HTTP2Stream] = [:]
    /// The stream that was looked for last.
    @safe @exclusivity(unchecked) var latest: HTTP2Stream?
    /// A line of a header section, for the reader of such lines.
    @safe @exclusivity(unchecked) var line: [UInt8] = []
    /// How many transfers go over it.
    @safe @exclusivity(unchecked) private var transferCount = 0
    private var hasServed = false
    /// Why no further request is taken, such as the code of the server's farewell.
    private(set) var farewell: UInt32?
    /// Whether the pool has it among those that nobody uses.
    private var isIdle = false
    /// Whether the loop will attend to it.
    @safe @exclusivity(unchecked) private var isTouched = false

    /// Whether the server has said what it allows.
    var hasSettings = false
    /// When something has come the last time.
    var lastArrival: ContinuousClock.Instant

    // What comes and goes.
    @safe @exclusivity(unchecked) var output: [UInt8] = []
    @safe @exclusivity(unchecked) var sentCount = 0
    /// Whether more may have come than was read.
    @safe @exclusivity(unchecked) var hasMore = false
    /// Why nothing more will come or go.
    var ending: (kind: TransportError.Kind, reason: String)?

    /// Returns `nil` when there is no memory.
    init?(_ opening: Opening, of transfer: ActiveTransfer, loop: Loop) {
        (self.opening, self.loop) = (opening, loop)
        origin = transfer.transfer.request.origin
        (created, idleSince, lastArrival) = (loop.now, loop.now, loop.now)
        unsafe session = nil
        guard let session = unsafe makeSession() else { return nil }
        unsafe self.session = session
        opening.owner = self
    }

    deinit { unsafe nghttp2_session_del(session) }

    func opened(_ code: CURLcode) {}

    // MARK: - Transfers

    /// Whether it may carry one more transfer now.
    func takesMore(at now: ContinuousClock.Instant) -> Bool {
        guard farewell == nil, !isOld(at: now),
            unsafe nghttp2_session_check_request_allowed(session) != 0
        else { return false }
        let limit = unsafe nghttp2_session_get_remote_settings(
            session,
            NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS
        )
        return transferCount < min(Int(limit), hasSettings ? .max : Self.assumedStreams)
    }

    /// So many streams a server is taken to allow before it has said so (RFC 9113 §6.5.2).
    private static let assumedStreams = 100

    /// Carries one more transfer beside others.
    func carry(_ transfer: ActiveTransfer) {
        let stream = HTTP2Stream(transfer, over: self, isReused: hasServed)
        (transferCount, hasServed, isIdle) = (transferCount + 1, true, false)
        touch()
        guard transfer.beginAttempt() else {
            stream.isClosed = true
            let failure = transfer.failure ?? TransportError(.failed)
            return loop.finish(transfer, with: .failure(failure))
        }
        if submit(stream, transfer.transfer.request) { return }
        // No number is left, or no memory.
        stream.isClosed = true
        withdraw(NGHTTP2_NO_ERROR.rawValue)
        let failure = TransportError(.failed, "HTTP/2 has no stream to give")
        loop.finish(transfer, with: .failure(failure))
    }

    /// Carries those who wait for a connection, as many as may be.
    func carryWaiting() {
        while !isIdle, loop.pool.isWaited(for: origin), takesMore(at: loop.now),
            let next = loop.pool.takeWaiting(origin)
        {
            carry(next)
        }
    }

    func resume(_ stream: HTTP2Stream, of transfer: ActiveTransfer) {
        if !transfer.isSendPaused { _ = unsafe nghttp2_session_resume_data(session, stream.id) }
        if !transfer.isReceivePaused { receiveHeld(stream, transfer) }
        touch()
    }

    /// Lets a stream go whose transfer has ended.
    func letGo(_ stream: HTTP2Stream) {
        transferCount -= 1
        if !stream.isClosed {
            let code = stream.isWhole ? NGHTTP2_NO_ERROR : NGHTTP2_CANCEL
            reset(stream, code.rawValue)
        }
        forget(stream)
        idleSince = loop.now
        touch()
    }

    /// Speaks of a stream no more.
    func forget(_ stream: HTTP2Stream) {
        streams[stream.id] = nil
        if latest === stream { latest = nil }
    }

    /// Takes a stream's transfer elsewhere, if its request may be sent again, or ends it.
    ///
    /// - Parameters:
    ///   - stream: A stream that ends without its answer.
    ///   - isUnprocessed: Whether the server vouches that it has not acted on the request.
    ///   - failure: What to say if it may not.
    func giveUp(_ stream: HTTP2Stream, isUnprocessed: Bool, _ failure: TransportError) {
        stream.isClosed = true
        guard let transfer = stream.transfer else { return forget(stream) }
        // A kept connection may end at any time.
        let mayRepeat = stream.marks.answered == nil && (isUnprocessed || stream.isReused)
        guard mayRepeat, transfer.prepareRepetition(isUnprocessed: isUnprocessed) else {
            return loop.finish(transfer, with: .failure(failure))
        }
        stream.surrender()
        letGo(stream)
        // Not now: nghttp2 may be at work, with what another connection would be read to.
        loop.repetitions.append(transfer)
    }

    // MARK: - Rounds

    /// Has the loop attend to the connection in this round, or the next.
    func touch() {
        if isTouched { return }
        isTouched = true
        loop.attendAgain(self)
    }

    func attend(_ events: Int32) {
        if events == 0 { isTouched = false }
        let reads = events == 0 ? hasMore : events & CURL_CSELECT_IN != 0
        if reads, !receive() { return lose() }
        // Requests of this round are sent with what there is to say to the server.
        if events != 0 { return touch() }
        guard send() else { return lose() }
        let isBlocked = sentCount < output.count
        if !isBlocked, isOver {
            ending = ending ?? (.protocolViolation, "the server breaks the rules of HTTP/2")
            return lose()
        }
        loop.watch(opening.socket, isBlocked ? CURL_POLL_INOUT : CURL_POLL_IN, for: self)
        if hasMore { touch() }
        carryWaiting()
        guard transferCount == 0 else { return }
        if farewell != nil { return close() }
        if isIdle { return }
        isIdle = true
        loop.free(self)
    }

    /// Whether nghttp2 has had enough, and has said so to the server.
    private var isOver: Bool {
        unsafe nghttp2_session_want_read(session) == 0
            && nghttp2_session_want_write(session) == 0
    }

    func isFresh(at now: ContinuousClock.Instant) -> Bool {
        if isStale(at: now) { return false }
        touch()
        return receive() && takesMore(at: now)
    }

    // MARK: - Ends

    /// Takes no further requests.
    func withdraw(_ code: UInt32) {
        farewell = farewell ?? code
        loop.pool.withdraw(self)
    }

    /// Closes the connection, over which nothing goes any more.
    private func close() {
        _ = unsafe nghttp2_session_terminate_session(session, NGHTTP2_NO_ERROR.rawValue)
        _ = send()
        loop.close(self)
    }

    /// Ends everything, because the connection has.
    private func lose() {
        let ending = ending ?? (.connectionLost, "the connection ended")
        withdraw(NGHTTP2_NO_ERROR.rawValue)
        for stream in Array(streams.values) {
            guard let transfer = stream.transfer else { continue }
            if stream.isWhole {
                conclude(stream, transfer)
                continue
            }
            let place = stream.marks.answered == nil ? "without an answer" : "within the answer"
            let said = farewell.flatMap { $0 == 0 ? nil : " after " + Self.name(of: $0) } ?? ""
            let detail = "\(transfer.transfer.request.authority): \(ending.reason)\(said) \(place)"
            giveUp(stream, isUnprocessed: false, TransportError(ending.kind, detail))
        }
        if opening.isOpen { loop.close(self) }
    }

    /// The name of a code of RFC 9113 §7, such as `ENHANCE_YOUR_CALM`.
    static func name(of code: UInt32) -> String {
        unsafe String(cString: nghttp2_http2_strerror(code))
    }
}
