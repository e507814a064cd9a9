// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import CRecadoNGHTTP2

/// The frames of one HTTP/2 connection, which nghttp2 reads and writes.
///
/// nghttp2 calls the callbacks during calls of this codec; their context is the codec's owner.
@safe
package struct HTTP2Codec: ~Copyable {
    /// The two sides of a connection.
    package enum Role: Sendable, Hashable {
        case client
        case server
    }

    /// The `nghttp2_session`, once the connection has begun.
    private var pointer: OpaquePointer?
    /// The callbacks and options of the connection, kept alive as long as the codec.
    private var library: HTTP2Library?

    private static let noFlags = UInt8(NGHTTP2_FLAG_NONE.rawValue)

    /// Creates a codec; ``begin`` must be called before its use.
    package init() {}

    deinit { unsafe nghttp2_session_del(pointer) }

    /// Begins a connection by sending a SETTINGS frame.
    ///
    /// - Parameters:
    ///   - role: The side of this codec.
    ///   - library: The callbacks and options.
    ///   - context: The context that the callbacks are called with.
    ///   - settings: The settings that are sent to the peer.
    ///   - window: The number of content bytes that the peer may send over all streams before any
    ///     of them are read.
    /// - Returns: True if there was enough memory; otherwise the codec must not be used.
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
    /// - Returns: 0, or the error code of nghttp2, which ends the connection.
    package func receive(_ bytes: Span<UInt8>) -> Int32 {
        let result = unsafe bytes.withUnsafeBufferPointer {
            unsafe nghttp2_session_mem_recv(pointer, $0.baseAddress, $0.count)
        }
        return Int32(clamping: min(result, 0))
    }

    /// Writes the next waiting frames.
    ///
    /// - Returns: The bytes of the frames, which are valid until the next call; empty if no frame
    ///   waits; `nil` if nghttp2 fails.
    @unsafe
    package func nextFrames() -> UnsafeBufferPointer<UInt8>? {
        var start: UnsafePointer<UInt8>?
        let count = unsafe nghttp2_session_mem_send(pointer, &start)
        guard count >= 0 else { return nil }
        return unsafe UnsafeBufferPointer(start: start, count: count)
    }

    /// True if a frame waits to be sent; content counts only while the connection's window is open.
    package var wantsToSend: Bool { unsafe nghttp2_session_want_write(pointer) != 0 }

    /// True if the connection is finished: the last frame has been written and no frame is
    /// expected.
    package var isOver: Bool {
        unsafe nghttp2_session_want_read(pointer) == 0 && !wantsToSend
    }

    /// Returns the message for an error code of nghttp2.
    package static func text(of error: Int32) -> String {
        unsafe String(cString: nghttp2_strerror(error))
    }

    // MARK: - The end

    /// Ends the connection with GOAWAY, even if streams are in progress.
    package func terminate(_ code: UInt32) {
        _ = unsafe nghttp2_session_terminate_session(pointer, code)
    }

    /// Announces the end of the connection to a client, and sends a ping.
    ///
    /// The client's answer to the ping arrives after all requests that it sent before it received
    /// the announcement (RFC 9113 §6.8).
    package func announceEnd() {
        _ = unsafe nghttp2_submit_shutdown_notice(pointer)
        ping()
    }

    /// Tells a client which request is the last that will be answered.
    package func finishRequests() {
        let last = unsafe nghttp2_session_get_last_proc_stream_id(pointer)
        let code = HTTP2ErrorCode.noError
        _ = unsafe nghttp2_submit_goaway(pointer, Self.noFlags, last, code, nil, 0)
    }

    /// Sends a ping, which shows whether the peer still answers.
    package func ping() {
        _ = unsafe nghttp2_submit_ping(pointer, Self.noFlags, nil)
    }

    /// Ends one stream.
    package func reset(_ stream: Int32, _ code: UInt32) {
        _ = unsafe nghttp2_submit_rst_stream(pointer, Self.noFlags, stream, code)
    }

    // MARK: - Windows

    /// Reopens the windows of a stream and of the connection for content that was read.
    package func consume(_ count: Int, of stream: Int32) {
        _ = unsafe nghttp2_session_consume(pointer, stream, count)
    }

    /// Reopens only the connection's window.
    package func consumeConnection(_ count: Int) {
        _ = unsafe nghttp2_session_consume_connection(pointer, count)
    }

    /// Reopens only a stream's window.
    package func consumeStream(_ count: Int, of stream: Int32) {
        _ = unsafe nghttp2_session_consume_stream(pointer, stream, count)
    }

    /// The number of content bytes that the peer may still send, over all streams.
    package var localWindow: Int { unsafe Int(nghttp2_session_get_local_window_size(pointer)) }

    /// The number of content bytes that the peer still accepts, over all streams.
    package var remoteWindow: Int { unsafe Int(nghttp2_session_get_remote_window_size(pointer)) }

    /// Returns the number of content bytes that the peer still accepts on a stream.
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
    /// - Returns: True if the response was submitted.
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

    /// Sends an informational response, which precedes the final one (RFC 9110 §15.2).
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
    /// - Returns: The number of the request's stream; `nil` if no stream or no memory is available.
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

    /// Resumes a stream that had no content to send.
    package func resume(_ stream: Int32) {
        _ = unsafe nghttp2_session_resume_data(pointer, stream)
    }

    /// Makes a stream take turns with other streams of the same urgency (RFC 9218 §4.2); without
    /// turns, the earliest stream is sent first.
    package func takeTurns(_ stream: Int32) {
        _ = unsafe recado_nghttp2_take_turns(pointer, stream)
    }

    // MARK: - Servers

    /// True if a client may begin another request.
    package var isRequestAllowed: Bool {
        unsafe nghttp2_session_check_request_allowed(pointer) != 0
    }

    /// The maximum number of simultaneous streams that the server allows.
    package var allowedStreams: Int {
        unsafe Int(
            nghttp2_session_get_remote_settings(pointer, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
        )
    }
}
