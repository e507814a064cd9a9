// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2
import RecadoWire

// The return values of callbacks.
private let goOn: Int32 = 0
private let endSession = NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
private let endStream = NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue

extension HTTP2Session {
    /// Processes bytes from the socket.
    ///
    /// Afterwards, ``touched`` contains the streams that the reactor has to check, and
    /// ``violation`` is set if the session must end with an error.
    func receive(_ bytes: Span<UInt8>, now: Int) {
        guard !isTerminated, violation == nil else { return }
        self.now = now
        let result = codec.receive(bytes)
        guard result < 0, violation == nil else { return }
        switch result {
        case NGHTTP2_ERR_FLOODED.rawValue: violation = HTTP2ErrorCode.enhanceYourCalm
        case NGHTTP2_ERR_NOMEM.rawValue: violation = HTTP2ErrorCode.internalError
        // The other errors are a malformed preface, and limits that nghttp2 itself enforces.
        default: violation = HTTP2ErrorCode.protocolError
        }
    }

    /// Sets the callbacks by which nghttp2 reports input to the session.
    static func setReceivers(of library: HTTP2Library) {
        setFrameReceivers(of: library)
        setStreamReceivers(of: library)
    }

    private static func setFrameReceivers(of library: HTTP2Library) {
        let callbacks = unsafe library.callbacks
        unsafe nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($2), let head = unsafe $1 else {
                return endSession
            }
            return unsafe session.beginFrame(head.pointee)
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($2), let frame = unsafe $1 else {
                return endSession
            }
            return unsafe session.endFrame(frame.pointee.hd)
        }
    }

    private static func setStreamReceivers(of library: HTTP2Library) {
        let callbacks = unsafe library.callbacks
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($2), let frame = unsafe $1 else {
                return endSession
            }
            return unsafe session.beginSection(frame.pointee.hd, frame.pointee.headers.cat)
        }
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($7) else { return endSession }
            let name = unsafe UnsafeBufferPointer(start: $2, count: $3)
            let value = unsafe UnsafeBufferPointer(start: $4, count: $5)
            return unsafe session.takeField(name.span, value.span)
        }
        // Without this callback, an invalid field would go unnoticed (RFC 9113 §8.2.1).
        unsafe nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) {
            _,
            _,
            _,
            _,
            _,
            _,
            _,
            _ in endStream
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($5) else { return endSession }
            let bytes = unsafe UnsafeBufferPointer(start: $3, count: $4)
            return unsafe session.takeContent(bytes.span, of: $2)
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($3) else { return endSession }
            session.closeStream($1, $2)
            return goOn
        }
    }

    // MARK: - Frames

    /// Checks the header of a frame, and counts a frame that causes work without serving a request.
    private func beginFrame(_ head: nghttp2_frame_hd) -> Int32 {
        let flags = UInt32(head.flags)
        switch UInt32(head.type) {
        case NGHTTP2_HEADERS.rawValue:
            continuationCount = 0
            return isForClosedStream(head.stream_id) ? violate(HTTP2ErrorCode.streamClosed) : goOn
        case NGHTTP2_PRIORITY.rawValue where head.stream_id == 0:
            // RFC 9113 §6.3: PRIORITY must name a stream. nghttp2 does not check this.
            return violate(HTTP2ErrorCode.protocolError)
        case NGHTTP2_CONTINUATION.rawValue:
            continuationCount += 1
            return continuationCount <= settings.continuations ? goOn : calmDown()
        case NGHTTP2_DATA.rawValue:
            frameContent = 0
            return goOn
        case NGHTTP2_RST_STREAM.rawValue:
            return budget.takeReset(now: now) ? goOn : calmDown()
        case NGHTTP2_SETTINGS.rawValue where flags & NGHTTP2_FLAG_ACK.rawValue != 0:
            return goOn
        default:
            return budget.takeControlFrame(now: now) ? goOn : calmDown()
        }
    }

    private func calmDown() -> Int32 { violate(HTTP2ErrorCode.enhanceYourCalm) }

    private func violate(_ code: UInt32) -> Int32 {
        violation = code
        return endSession
    }

    /// True for a stream that the client must know to be closed, so that no header section may
    /// arrive there (RFC 9113 §5.1.1).
    ///
    /// nghttp2 ignores a header section on a closed stream, because it may be a trailer section
    /// that was in transit when the server reset the stream; `resetStreams` lists the streams for
    /// which this is possible.
    private func isForClosedStream(_ id: Int32) -> Bool {
        // Stream numbers that a client must not use are excluded, because nghttp2 itself refuses
        // them.
        id > 0 && id % 2 == 1 && id <= lastStream && streams[id] == nil
            && !resetStreams.contains(id)
    }

    private func endFrame(_ head: nghttp2_frame_hd) -> Int32 {
        let flags = UInt32(head.flags)
        switch UInt32(head.type) {
        case NGHTTP2_HEADERS.rawValue:
            headSince = nil
            if let stream = current {
                current = nil
                stream.isHeadWhole = true
                budget.takeRequest()
                touch(stream)
            }
            endRequest(head.stream_id, flags)
        case NGHTTP2_DATA.rawValue:
            endRequest(head.stream_id, flags)
            // A frame that has no content, or only padding, and does not end the stream counts as a
            // control frame (CVE-2019-9518).
            let isIdle = frameContent == 0 && flags & NGHTTP2_FLAG_END_STREAM.rawValue == 0
            if isIdle, !budget.takeControlFrame(now: now) { return calmDown() }
        case NGHTTP2_SETTINGS.rawValue:
            hasSettings = true
        case NGHTTP2_PING.rawValue where flags & NGHTTP2_FLAG_ACK.rawValue != 0:
            hasPingAnswer = true
        default: break
        }
        return goOn
    }

    private func endRequest(_ id: Int32, _ flags: UInt32) {
        guard flags & NGHTTP2_FLAG_END_STREAM.rawValue != 0, let stream = streams[id] else {
            return
        }
        stream.isRequestWhole = true
        touch(stream)
    }

    // MARK: - Header sections

    private func beginSection(
        _ head: nghttp2_frame_hd,
        _ category: nghttp2_headers_category
    ) -> Int32 {
        headSince = now
        headStream = head.stream_id
        trailerSize = 0
        current = nil
        guard category == NGHTTP2_HCAT_REQUEST else { return goOn }
        lastStream = max(lastStream, head.stream_id)
        guard streams.count + abandoned.count < settings.runningHandlers else {
            noteReset(of: head.stream_id)
            codec.reset(head.stream_id, HTTP2ErrorCode.refusedStream)
            return endStream
        }
        let stream = HTTP2Stream(id: head.stream_id)
        stream.sessionOutput = takenOutput
        streams[head.stream_id] = stream
        current = stream
        return goOn
    }

    private func takeField(_ name: Span<UInt8>, _ value: Span<UInt8>) -> Int32 {
        guard let stream = current else {
            trailerSize += name.count + value.count + 32
            return trailerSize <= settings.limits.fields ? goOn : calmDown()
        }
        return stream.head.take(name: name, value: value, settings) ? goOn : calmDown()
    }

    // MARK: - Content

    private func takeContent(_ bytes: Span<UInt8>, of id: Int32) -> Int32 {
        frameContent += bytes.count
        guard let stream = streams[id] else {
            lostCount += bytes.count
            return goOn
        }
        stream.unreadCount += bytes.count
        bytes.copy(0..<bytes.count, to: &stream.received)
        touch(stream)
        return goOn
    }

    // MARK: - Streams

    private func closeStream(_ id: Int32, _ code: UInt32) {
        if headStream == id { headSince = nil }
        if current?.id == id { current = nil }
        guard let stream = streams.removeValue(forKey: id) else { return }
        stream.isClosed = true
        lostCount += stream.unreadCount
        pendingOutput -= stream.output.count
        let isMalformed = code == HTTP2ErrorCode.protocolError
        abandon(stream, isMalformed ? .malformed : .disconnected)
        if streams.isEmpty { idleSince = now }
    }
}
