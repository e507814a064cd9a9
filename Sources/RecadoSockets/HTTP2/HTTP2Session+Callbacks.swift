// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2
import RecadoHTTP
import RecadoTransport
import RecadoWire

private let goOn: Int32 = 0
private let endSession = NGHTTP2_ERR_CALLBACK_FAILURE.rawValue

extension HTTP2Session {
    /// Returns the session that a callback receives as its context.
    ///
    /// The context is not retained: callbacks run within calls of the object
    /// that owns nghttp2's session.
    @unsafe
    static func of(_ context: UnsafeMutableRawPointer?) -> HTTP2Session? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<HTTP2Session>.fromOpaque(context).takeUnretainedValue()
    }

    @unsafe
    static func setFrameReceivers(of callbacks: OpaquePointer) {
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($2), let frame = unsafe $1 else {
                return endSession
            }
            switch unsafe UInt32(frame.pointee.hd.type) {
            case NGHTTP2_HEADERS.rawValue:
                unsafe session.endSection(frame.pointee.hd)
                unsafe session.endFrame(frame.pointee.hd)
            case NGHTTP2_DATA.rawValue:
                unsafe session.endFrame(frame.pointee.hd)
            case NGHTTP2_RST_STREAM.rawValue:
                let id = unsafe frame.pointee.hd.stream_id
                session.stream(id)?.isReset = true
            case NGHTTP2_SETTINGS.rawValue:
                session.hasSettings = true
            case NGHTTP2_GOAWAY.rawValue:
                unsafe session.withdraw(frame.pointee.goaway.error_code)
            default: break
            }
            return goOn
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($3) else { return endSession }
            session.closed($1, $2)
            return goOn
        }
        // nghttp2 calls this function for a header section that it does not send, because it is too
        // long or because the connection accepts no more requests.
        unsafe nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($3), let frame = unsafe $1,
                unsafe UInt32(frame.pointee.hd.type) == NGHTTP2_HEADERS.rawValue
            else { return goOn }
            unsafe session.notSent(frame.pointee.hd.stream_id, $2)
            return goOn
        }
    }

    @unsafe
    static func setStreamReceivers(of callbacks: OpaquePointer) {
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($7), let frame = unsafe $1 else {
                return endSession
            }
            let name = unsafe UnsafeBufferPointer(start: $2, count: $3)
            let value = unsafe UnsafeBufferPointer(start: $4, count: $5)
            unsafe session.takeField(name, value, of: frame.pointee.hd.stream_id)
            return goOn
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            guard let session = unsafe HTTP2Session.of($5) else { return endSession }
            unsafe session.takeContent(UnsafeBufferPointer(start: $3, count: $4), of: $2)
            return goOn
        }
    }

    // MARK: - Header sections

    @unsafe
    private func takeField(
        _ name: UnsafeBufferPointer<UInt8>,
        _ value: UnsafeBufferPointer<UInt8>,
        of id: Int32
    ) {
        guard let stream = stream(id), stream.failure == nil else { return }
        stream.transfer.noteReceived(name.count + value.count + 4)
        stream.isAnswered = true
        do throws(TransportError) {
            unsafe try stream.head.take(name, value)
        } catch {
            stream.failure = error
            touch(stream)
        }
    }

    private func endSection(_ head: nghttp2_frame_hd) {
        guard let stream = stream(head.stream_id), stream.failure == nil else { return }
        if stream.head.isComplete { return stream.head.endTrailers() }
        do throws(TransportError) {
            if let response = try stream.head.endSection() {
                stream.transfer.report(.informational(response))
            } else {
                stream.fields = stream.head.takeFields()
                touch(stream)
            }
        } catch {
            stream.failure = error
            touch(stream)
        }
    }

    // MARK: - Content

    @unsafe
    private func takeContent(_ bytes: UnsafeBufferPointer<UInt8>, of id: Int32) {
        codec.consumeConnection(bytes.count)
        guard let stream = stream(id), stream.failure == nil else { return }
        stream.transfer.noteReceived(bytes.count)
        unsafe stream.content.append(contentsOf: bytes)
        stream.lastActivity = lastArrival
        touch(stream)
    }

    // MARK: - Ends

    private func endFrame(_ head: nghttp2_frame_hd) {
        guard UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0,
            let stream = stream(head.stream_id)
        else { return }
        stream.isWhole = true
        touch(stream)
    }

    private func closed(_ id: Int32, _ code: UInt32) {
        guard let stream = stream(id) else { return }
        stream.isClosed = true
        forget(stream)
        if stream.isWhole { return touch(stream) }
        let authority = stream.transfer.request.authority
        let isUnprocessed = code == HTTP2ErrorCode.refusedStream
        // If the server has not reset the stream, nghttp2 has reset it because the answer is
        // malformed (RFC 9113 §8.1.1).
        let isMalformed = !stream.isReset && !isUnprocessed
        let reason =
            isMalformed
            ? "the answer breaks the rules of HTTP/2"
            : "the server ended the stream by \(HTTP2ErrorCode.name(of: code))"
        let kind: TransportError.Kind = isMalformed ? .protocolViolation : .connectionLost
        giveUp(
            stream,
            isUnprocessed: isUnprocessed,
            TransportError(kind, "\(authority): \(reason)")
        )
    }

    private func notSent(_ id: Int32, _ code: Int32) {
        guard let stream = stream(id) else { return }
        forget(stream)
        // This error means that the server's GOAWAY arrived before the request was sent, so the
        // server has not acted on it.
        let isUnprocessed = code == NGHTTP2_ERR_START_STREAM_NOT_ALLOWED.rawValue
        if isUnprocessed { withdraw(HTTP2ErrorCode.noError) }
        let authority = stream.transfer.request.authority
        let failure = TransportError(
            .invalidRequest,
            "\(authority): HTTP/2: \(HTTP2Codec.text(of: code))"
        )
        giveUp(stream, isUnprocessed: isUnprocessed, failure)
    }
}
