// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2
import RecadoWire

extension HTTP2Session {
    /// The most content of a DATA frame, unless the client accepts larger ones (RFC 9113 §4.2).
    private static let frameSize = 16 * 1024

    // MARK: - To the streams

    /// Begins the answer on a stream.
    ///
    /// - Parameters:
    ///   - block: The header section.
    ///   - stream: The stream, to whose output content is appended before or afterwards.
    ///   - sendsContent: True if the answer has content.
    func submit(_ block: HeaderBlock, on stream: HTTP2Stream, sendsContent: Bool) {
        stream.isAnswered = true
        // If the client has stated no priority, answers take turns, so that a long answer does not
        // hold up the others.
        let isLong = !stream.isOutputWhole || stream.output.count > Self.frameSize
        if sendsContent, isLong, !stream.prefersOrder { codec.takeTurns(stream.id) }
        let content = unsafe sendsContent ? Self.readContent : nil
        guard unsafe codec.submitResponse(block, on: stream.id, content: content) else {
            return reset(stream, HTTP2ErrorCode.internalError)
        }
    }

    /// Sends an interim response (RFC 9110 §15.2).
    func submitInterim(_ block: HeaderBlock, on stream: HTTP2Stream) {
        codec.submitInterim(block, on: stream.id)
    }

    /// Appends content to the output of a stream.
    func append(_ bytes: [UInt8], to stream: HTTP2Stream) {
        guard !stream.isClosed else { return }
        stream.output.append(bytes)
        pendingOutput += bytes.count
    }

    /// Resumes a stream that had nothing to send.
    func resume(_ stream: HTTP2Stream) {
        codec.resume(stream.id)
    }

    /// True if a stream's source may be asked for more content.
    func hasRoom(for stream: HTTP2Stream) -> Bool {
        stream.output.isEmpty
            || (stream.output.count <= OutputQueue.lowWater
                && pendingOutput <= settings.pendingOutput)
    }

    // MARK: - To the socket

    /// Collects frames to send.
    ///
    /// - Parameters:
    ///   - output: The bytes that the frames are appended to.
    ///   - limit: The number of bytes at which collecting stops; the last frame may exceed it.
    /// - Returns: True if the session can continue.
    func collect(into output: inout [UInt8], upTo limit: Int) -> Bool {
        swap(&frames, &output)
        defer { swap(&frames, &output) }
        while frames.count < limit {
            guard let next = unsafe codec.nextFrames() else { return false }
            if next.isEmpty { break }
            unsafe frames.append(contentsOf: next)
        }
        return true
    }

    /// Sets the callbacks by which nghttp2 asks the session for output.
    static func setSenders(of library: HTTP2Library) {
        let callbacks = unsafe library.callbacks
        unsafe nghttp2_session_callbacks_set_send_data_callback(callbacks) {
            _,
            frame,
            head,
            count,
            _,
            context in
            guard let session = unsafe HTTP2Session.of(context), let frame = unsafe frame,
                let stream = unsafe session.streams[frame.pointee.hd.stream_id]
            else { return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue }
            unsafe session.frames.append(contentsOf: UnsafeBufferPointer(start: head, count: 9))
            session.moveContent(count, of: stream)
            return 0
        }
        // nghttp2 may refuse to send a header section that is too long; the stream is then reset.
        unsafe nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($3), let frame = unsafe $1,
                let stream = unsafe session.streams[frame.pointee.hd.stream_id]
            else { return 0 }
            let isAnswer = unsafe UInt32(frame.pointee.hd.type) == NGHTTP2_HEADERS.rawValue
            if isAnswer { session.reset(stream, HTTP2ErrorCode.internalError) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($2), let frame = unsafe $1 else { return 0 }
            let head = unsafe frame.pointee.hd
            let isReset = UInt32(head.type) == NGHTTP2_RST_STREAM.rawValue
            session.noteSent(head, isReset ? unsafe frame.pointee.rst_stream.error_code : 0)
            return 0
        }
    }

    /// Returns how much of a stream's content goes into the next frame.
    private static let readContent:
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<UInt8>?, Int,
            UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<nghttp2_data_source>?,
            UnsafeMutableRawPointer?
        ) -> Int = { _, id, _, limit, flags, _, context in
            guard let session = unsafe HTTP2Session.of(context), let flags = unsafe flags,
                let stream = session.streams[id]
            else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
            let waiting = stream.output.count
            if waiting == 0, !stream.isOutputWhole { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
            unsafe flags.pointee |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue
            if waiting <= limit, stream.isOutputWhole {
                unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
            }
            return min(waiting, limit)
        }

    /// Appends content of a stream after its frame's header.
    private func moveContent(_ count: Int, of stream: HTTP2Stream) {
        var rest = count
        while rest > 0, let front = stream.output.front {
            let start = stream.output.offset
            let part = min(rest, front.count - start)
            frames.append(contentsOf: front[start..<start + part])
            stream.output.removeFirst(part)
            rest -= part
        }
        pendingOutput -= count
        stream.takenOutput &+= count
        takenOutput &+= count
        budget.takeSentContent()
        guard hasRoom(for: stream) else { return }
        stream.permission.take()?.resume(returning: true)
        if let polled = stream.polled, polled.awaitsRoom {
            stream.polled?.awaitsRoom = false
            polled.signal()
        }
    }

    /// Handles a frame that was sent.
    private func noteSent(_ head: nghttp2_frame_hd, _ code: UInt32) {
        switch UInt32(head.type) {
        case NGHTTP2_RST_STREAM.rawValue:
            noteReset(of: head.stream_id)
            let isProvoked =
                code != HTTP2ErrorCode.noError && code != HTTP2ErrorCode.internalError
                && code != HTTP2ErrorCode.cancel
            if isProvoked, !budget.takeReset(now: now) {
                violation = violation ?? HTTP2ErrorCode.enhanceYourCalm
            }
        case NGHTTP2_HEADERS.rawValue, NGHTTP2_DATA.rawValue:
            // RFC 9113 §8.1: after the whole answer, the rest of the request is not wanted. It may
            // fill the stream's window, which is not opened again. The server does not reset the
            // stream at once, because clients end it themselves, and some (libcurl 7.88) treat a
            // reset that comes with the answer as a failure of both.
            guard UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0,
                let stream = streams[head.stream_id], !stream.isRequestWhole
            else { return }
            stream.endsAt = now + Self.patience
            hasUnwantedContent = true
        default: break
        }
    }
}
