// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2
import RecadoClient

// What a callback returns.
private let goOn: Int32 = 0
private let endSession = NGHTTP2_ERR_CALLBACK_FAILURE.rawValue

extension HTTP2Connection {
    /// After so many pieces other connections have their turn.
    private static let pieceLimit = 16

    // MARK: - Bytes

    /// Receives what can be received without waiting; `false` when the connection is lost.
    func receive() -> Bool {
        hasMore = false
        let room = unsafe loop.room
        for _ in 0..<Self.pieceLimit {
            switch unsafe opening.receive(UnsafeMutableRawBufferPointer(room)) {
            case .bytes(let count):
                lastArrival = loop.now
                let result = unsafe nghttp2_session_mem_recv(session, room.baseAddress, count)
                guard result >= 0 else {
                    ending = (.protocolViolation, Self.text(of: Int32(result)))
                    return false
                }
            case .nothing:
                return true
            case .ended:
                ending = ending ?? (.connectionLost, "the connection ended")
                return false
            case .failed(let kind, let reason):
                ending = ending ?? (kind, reason)
                return false
            }
        }
        hasMore = true
        return true
    }

    private static func text(of error: Int32) -> String {
        unsafe "HTTP/2: " + String(cString: nghttp2_strerror(error))
    }

    /// Hands over content that had been held back.
    func receiveHeld(_ stream: HTTP2Stream, _ transfer: ActiveTransfer) {
        while !stream.held.isEmpty {
            let count = min(stream.held.count, max(1, transfer.room))
            let isTaken = unsafe stream.held.withUnsafeBufferPointer { held in
                unsafe transfer.receive(held.extracting(..<count))
            }
            guard isTaken else { return }
            stream.held.removeFirst(count)
            _ = unsafe nghttp2_session_consume_stream(session, stream.id, count)
        }
        if stream.isWhole, stream.isClosed || transfer.isRefused {
            loop.finish(transfer, with: .success(()))
        }
    }

    // MARK: - Callbacks

    /// The connection of a callback's context.
    ///
    /// The context is not retained: callbacks run within calls of the connection that owns nghttp2's session.
    static func of(_ context: UnsafeMutableRawPointer?) -> HTTP2Connection? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<HTTP2Connection>.fromOpaque(context).takeUnretainedValue()
    }

    /// The stream of a number, unless nobody wants to hear of it.
    func stream(_ id: Int32) -> HTTP2Stream? {
        if let latest, latest.id == id { return latest }
        latest = streams[id]
        return latest
    }

    /// Begins a session, whose first frame is the client's SETTINGS; `nil` when there is no memory.
    @unsafe
    func makeSession() -> OpaquePointer? {
        var callbacks: OpaquePointer?
        var options: OpaquePointer?
        defer {
            unsafe nghttp2_session_callbacks_del(callbacks)
            unsafe nghttp2_option_del(options)
        }
        guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0,
            unsafe nghttp2_option_new(&options) == 0,
            let callbacks = unsafe callbacks
        else { return nil }
        // Windows are opened as content is read, not as it comes.
        unsafe nghttp2_option_set_no_auto_window_update(options, 1)
        unsafe nghttp2_option_set_no_closed_streams(options, 1)
        unsafe nghttp2_option_set_max_send_header_block_length(options, 1 << 24)
        unsafe Self.setFrameReceivers(of: callbacks)
        unsafe Self.setStreamReceivers(of: callbacks)
        var session: OpaquePointer?
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard unsafe nghttp2_session_client_new2(&session, callbacks, context, options) == 0,
            let session = unsafe session
        else { return nil }
        if unsafe submitSettings(session) { return unsafe session }
        unsafe nghttp2_session_del(session)
        return nil
    }

    private func submitSettings(_ session: OpaquePointer) -> Bool {
        func entry(_ id: nghttp2_settings_id, _ value: Int) -> nghttp2_settings_entry {
            nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: UInt32(clamping: value))
        }
        // What a reader that keeps up reads until the server knows of it.
        let window = max(4 * min(loop.options.contentBuffer, Int(Int32.max) / 4), 65_535)
        let entries = [
            entry(NGHTTP2_SETTINGS_ENABLE_PUSH, 0),
            entry(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, window),
            entry(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, loop.options.headLimit),
        ]
        let flags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        // What comes over the connection is taken at once: streams alone hold content back.
        let all = Int32(clamping: max(window, 1 << 24))
        return unsafe entries.withUnsafeBufferPointer {
            unsafe nghttp2_submit_settings(session, flags, $0.baseAddress, $0.count) == 0
                && nghttp2_session_set_local_window_size(session, flags, 0, all) == 0
        }
    }

    private static func setFrameReceivers(of callbacks: OpaquePointer) {
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) {
            guard let connection = unsafe HTTP2Connection.of($2), let frame = unsafe $1 else {
                return endSession
            }
            switch unsafe UInt32(frame.pointee.hd.type) {
            case NGHTTP2_HEADERS.rawValue:
                unsafe connection.endSection(frame.pointee.hd)
                unsafe connection.endFrame(frame.pointee.hd)
            case NGHTTP2_DATA.rawValue:
                unsafe connection.endFrame(frame.pointee.hd)
            case NGHTTP2_RST_STREAM.rawValue:
                let id = unsafe frame.pointee.hd.stream_id
                connection.stream(id)?.isReset = true
            case NGHTTP2_SETTINGS.rawValue:
                connection.hasSettings = true
            case NGHTTP2_GOAWAY.rawValue:
                unsafe connection.withdraw(frame.pointee.goaway.error_code)
            default: break
            }
            return goOn
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            guard let connection = unsafe HTTP2Connection.of($3) else { return endSession }
            connection.closed($1, $2)
            return goOn
        }
        // A header section can be too long to be sent.
        unsafe nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) {
            guard let connection = unsafe HTTP2Connection.of($3), let frame = unsafe $1,
                unsafe UInt32(frame.pointee.hd.type) == NGHTTP2_HEADERS.rawValue
            else { return goOn }
            unsafe connection.notSent(frame.pointee.hd.stream_id, $2)
            return goOn
        }
    }

    private static func setStreamReceivers(of callbacks: OpaquePointer) {
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            guard let connection = unsafe HTTP2Connection.of($7), let frame = unsafe $1 else {
                return endSession
            }
            let name = unsafe UnsafeBufferPointer(start: $2, count: $3)
            let value = unsafe UnsafeBufferPointer(start: $4, count: $5)
            unsafe connection.takeField(name, value, of: frame.pointee.hd.stream_id)
            return goOn
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            guard let connection = unsafe HTTP2Connection.of($5) else { return endSession }
            unsafe connection.takeContent(UnsafeBufferPointer(start: $3, count: $4), of: $2)
            return goOn
        }
    }

    // MARK: - Header sections

    private func takeField(
        _ name: UnsafeBufferPointer<UInt8>,
        _ value: UnsafeBufferPointer<UInt8>,
        of id: Int32
    ) {
        guard let stream = stream(id) else { return }
        line.removeAll(keepingCapacity: true)
        if unsafe name.first == UInt8(ascii: ":") {
            // An answer has no other than the status (RFC 9113 §8.3.2).
            line += "HTTP/2 ".utf8
        } else {
            unsafe line.append(contentsOf: name)
            line += ": ".utf8
        }
        unsafe line.append(contentsOf: value)
        line += "\r\n".utf8
        takeLine(stream)
    }

    private func endSection(_ head: nghttp2_frame_hd) {
        guard let stream = stream(head.stream_id) else { return }
        line.removeAll(keepingCapacity: true)
        line += "\r\n".utf8
        takeLine(stream)
    }

    private func takeLine(_ stream: HTTP2Stream) {
        guard let transfer = stream.transfer else { return }
        if stream.marks.answered == nil { stream.marks.answered = loop.now }
        stream.marks.bytesReceived += line.count
        if transfer.receiveLine(line.span) { return }
        loop.finish(transfer, with: .failure(transfer.failure ?? TransportError(.failed)))
    }

    // MARK: - Content

    private func takeContent(_ bytes: UnsafeBufferPointer<UInt8>, of id: Int32) {
        _ = unsafe nghttp2_session_consume_connection(session, bytes.count)
        guard let stream = stream(id), let transfer = stream.transfer else { return }
        stream.marks.bytesReceived += bytes.count
        if stream.held.isEmpty, unsafe transfer.receive(bytes) {
            _ = unsafe nghttp2_session_consume_stream(session, id, bytes.count)
        } else {
            unsafe stream.held.append(contentsOf: bytes)
        }
    }

    // MARK: - Ends

    private func endFrame(_ head: nghttp2_frame_hd) {
        guard UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0,
            let stream = stream(head.stream_id), let transfer = stream.transfer
        else { return }
        stream.isWhole = true
        // A refusal is the end of it; after another answer the server may still want the rest.
        if transfer.isRefused, stream.held.isEmpty { loop.finish(transfer, with: .success(())) }
    }

    private func closed(_ id: Int32, _ code: UInt32) {
        guard let stream = stream(id) else { return }
        stream.isClosed = true
        guard let transfer = stream.transfer else { return forget(stream) }
        if stream.isWhole { return conclude(stream, transfer) }
        let authority = transfer.transfer.request.authority
        let isUnprocessed = code == NGHTTP2_REFUSED_STREAM.rawValue
        // What the server has not reset, nghttp2 has, for the answer is malformed (RFC 9113 §8.1.1).
        let isMalformed = !stream.isReset && !isUnprocessed
        let failure =
            isMalformed
            ? TransportError(
                .protocolViolation,
                "\(authority): the answer breaks the rules of HTTP/2"
            )
            : TransportError(
                .connectionLost,
                "\(authority): the server ended the stream by \(Self.name(of: code))"
            )
        giveUp(stream, isUnprocessed: isUnprocessed, failure)
    }

    /// Ends a stream whose answer is there, though its reader may not have taken all of it.
    func conclude(_ stream: HTTP2Stream, _ transfer: ActiveTransfer) {
        stream.isClosed = true
        forget(stream)
        if stream.held.isEmpty { loop.finish(transfer, with: .success(())) }
    }

    private func notSent(_ id: Int32, _ code: Int32) {
        guard let stream = stream(id), let transfer = stream.transfer else { return }
        stream.isClosed = true
        // After a farewell no request is sent, and none has been acted upon.
        let isUnprocessed = code == NGHTTP2_ERR_START_STREAM_NOT_ALLOWED.rawValue
        if isUnprocessed { withdraw(NGHTTP2_NO_ERROR.rawValue) }
        let authority = transfer.transfer.request.authority
        let failure = TransportError(.invalidRequest, "\(authority): \(Self.text(of: code))")
        giveUp(stream, isUnprocessed: isUnprocessed, failure)
    }
}
