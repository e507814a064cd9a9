// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import CRecadoNGHTTP2

/// The frames of one connection in HTTP/2, which nghttp2 reads and writes.
///
/// The callbacks of its library run within its calls; their context is the owner of the codec.
@safe
package struct HTTP2Codec: ~Copyable {
    /// The two sides of a connection.
    package enum Role: Sendable, Hashable {
        case client
        case server
    }

    /// The library's `nghttp2_session`, once it has begun.
    private var pointer: OpaquePointer?
    /// The connection's library, from which nghttp2 copies: it must exist as long as the codec.
    private var library: HTTP2Library?

    private static let noFlags = UInt8(NGHTTP2_FLAG_NONE.rawValue)

    /// Creates a codec, which must then be begun.
    package init() {}

    deinit { unsafe nghttp2_session_del(pointer) }

    /// Begins a connection, whose first frame is SETTINGS.
    ///
    /// - Parameters:
    ///   - role: The side of this codec.
    ///   - library: The callbacks and options.
    ///   - context: The context that the callbacks are called with.
    ///   - settings: The settings that are sent to the peer.
    ///   - window: The content of all streams that the peer may send before any has been read.
    /// - Returns: True if there was memory for it; otherwise the codec must not be used.
    @unsafe
    package mutating func begin(
        as role: Role,
        _ library: HTTP2Library,
        context: UnsafeMutableRawPointer,
        settings: [HTTP2Setting],
        window: Int
    ) -> Bool {
        let make =
            unsafe role == .client ? nghttp2_session_client_new2 : nghttp2_session_server_new2
        var created: OpaquePointer?
        guard unsafe make(&created, library.callbacks, context, library.options) == 0 else {
            return false
        }
        unsafe pointer = created
        self.library = library
        let entries = settings.map(\.entry)
        let size = Int32(clamping: window)
        return unsafe entries.withUnsafeBufferPointer {
            unsafe nghttp2_submit_settings(pointer, Self.noFlags, $0.baseAddress, $0.count) == 0
                && nghttp2_session_set_local_window_size(pointer, Self.noFlags, 0, size) == 0
        }
    }

    // MARK: - Bytes

    /// Reads frames.
    ///
    /// - Returns: 0, or the library's error, which ends the connection.
    package func receive(_ bytes: Span<UInt8>) -> Int32 {
        let result = unsafe bytes.withUnsafeBufferPointer {
            unsafe nghttp2_session_mem_recv(pointer, $0.baseAddress, $0.count)
        }
        return Int32(clamping: min(result, 0))
    }

    /// Writes the next frames that wait to be sent.
    ///
    /// - Returns: Their bytes, which are valid until the next call, and empty when no frame waits;
    ///   `nil` when the library fails.
    @unsafe
    package func nextFrames() -> UnsafeBufferPointer<UInt8>? {
        var start: UnsafePointer<UInt8>?
        let count = unsafe nghttp2_session_mem_send(pointer, &start)
        guard count >= 0 else { return nil }
        return unsafe UnsafeBufferPointer(start: start, count: count)
    }

    /// True if there is something to send, provided that the peer's windows are open.
    package var wantsToSend: Bool { unsafe nghttp2_session_want_write(pointer) != 0 }

    /// True if the connection is finished: the last frame has been written and none is awaited.
    package var isOver: Bool {
        unsafe nghttp2_session_want_read(pointer) == 0 && !wantsToSend
    }

    /// The message for one of the library's errors.
    package static func text(of error: Int32) -> String {
        unsafe String(cString: nghttp2_strerror(error))
    }

    // MARK: - The end

    /// Ends the connection by GOAWAY, even if streams are in progress.
    package func terminate(_ code: UInt32) {
        _ = unsafe nghttp2_session_terminate_session(pointer, code)
    }

    /// Announces the end to a client, and asks for an answer, which arrives after everything that
    /// the client had sent before it knew (RFC 9113 §6.8).
    package func announceEnd() {
        _ = unsafe nghttp2_submit_shutdown_notice(pointer)
        ping()
    }

    /// Tells a client which request was the last that is answered.
    package func finishRequests() {
        let last = unsafe nghttp2_session_get_last_proc_stream_id(pointer)
        let code = HTTP2ErrorCode.noError
        _ = unsafe nghttp2_submit_goaway(pointer, Self.noFlags, last, code, nil, 0)
    }

    /// Sends a ping, which a peer that is there answers.
    package func ping() {
        _ = unsafe nghttp2_submit_ping(pointer, Self.noFlags, nil)
    }

    /// Ends one stream.
    package func reset(_ stream: Int32, _ code: UInt32) {
        _ = unsafe nghttp2_submit_rst_stream(pointer, Self.noFlags, stream, code)
    }

    // MARK: - Windows

    /// Opens the peer's windows for content of a stream that was read.
    package func consume(_ count: Int, of stream: Int32) {
        _ = unsafe nghttp2_session_consume(pointer, stream, count)
    }

    /// Opens the connection's window alone.
    package func consumeConnection(_ count: Int) {
        _ = unsafe nghttp2_session_consume_connection(pointer, count)
    }

    /// Opens a stream's window alone.
    package func consumeStream(_ count: Int, of stream: Int32) {
        _ = unsafe nghttp2_session_consume_stream(pointer, stream, count)
    }

    /// The content that the peer may still send, over all streams.
    package var localWindow: Int { unsafe Int(nghttp2_session_get_local_window_size(pointer)) }

    /// The content that the peer still accepts, over all streams.
    package var remoteWindow: Int { unsafe Int(nghttp2_session_get_remote_window_size(pointer)) }

    /// The content that the peer still accepts on a stream.
    package func remoteWindow(of stream: Int32) -> Int {
        unsafe Int(nghttp2_session_get_stream_remote_window_size(pointer, stream))
    }

    // MARK: - Messages

    /// Begins the response of a stream.
    ///
    /// - Parameters:
    ///   - block: The header section.
    ///   - stream: The stream.
    ///   - content: The callback that supplies the content; `nil` for none.
    /// - Returns: True if this has succeeded.
    package func submitResponse(
        _ block: HeaderBlock,
        on stream: Int32,
        content: nghttp2_data_source_read_callback?
    ) -> Bool {
        unsafe block.withFields { fields, count in
            guard let content = unsafe content else {
                return unsafe nghttp2_submit_response(pointer, stream, fields, count, nil) == 0
            }
            var provider = unsafe nghttp2_data_provider()
            unsafe provider.read_callback = content
            return unsafe nghttp2_submit_response(pointer, stream, fields, count, &provider) == 0
        }
    }

    /// Sends an informational response before the final one (RFC 9110 §15.2).
    package func submitInterim(_ block: HeaderBlock, on stream: Int32) {
        _ = unsafe block.withFields { fields, count in
            unsafe nghttp2_submit_headers(pointer, Self.noFlags, stream, nil, fields, count, nil)
        }
    }

    /// Begins a request.
    ///
    /// - Parameters:
    ///   - block: The header section.
    ///   - content: The callback that supplies the content; `nil` for none.
    /// - Returns: The number of its stream; `nil` when no stream or no memory is left.
    package func submitRequest(
        _ block: HeaderBlock,
        content: nghttp2_data_source_read_callback?
    ) -> Int32? {
        let stream = unsafe block.withFields { fields, count in
            guard let content = unsafe content else {
                return unsafe nghttp2_submit_request(pointer, nil, fields, count, nil, nil)
            }
            var provider = unsafe nghttp2_data_provider()
            unsafe provider.read_callback = content
            return unsafe nghttp2_submit_request(pointer, nil, fields, count, &provider, nil)
        }
        return stream > 0 ? stream : nil
    }

    /// Continues a stream that had nothing to send.
    package func resume(_ stream: Int32) {
        _ = unsafe nghttp2_session_resume_data(pointer, stream)
    }

    /// Makes a stream take turns with others of its urgency, instead of being sent before later
    /// ones.
    package func takeTurns(_ stream: Int32) {
        _ = unsafe recado_nghttp2_take_turns(pointer, stream)
    }

    // MARK: - Servers

    /// True if a client may begin one more request.
    package var isRequestAllowed: Bool {
        unsafe nghttp2_session_check_request_allowed(pointer) != 0
    }

    /// The most streams that a server allows at once.
    package var allowedStreams: Int {
        unsafe Int(
            nghttp2_session_get_remote_settings(pointer, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
        )
    }
}
