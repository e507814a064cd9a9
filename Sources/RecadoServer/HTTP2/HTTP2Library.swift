// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2

/// What the sessions of a loop have in common: the callbacks and options of nghttp2.
@safe
final class HTTP2Library {
    let callbacks: OpaquePointer
    let options: OpaquePointer

    /// Returns `nil` when there is no memory.
    init?(_ settings: HTTP2Settings) {
        var callbacks: OpaquePointer?
        guard unsafe nghttp2_session_callbacks_new(&callbacks) == 0,
            let callbacks = unsafe callbacks
        else { return nil }
        var options: OpaquePointer?
        guard unsafe nghttp2_option_new(&options) == 0, let options = unsafe options else {
            unsafe nghttp2_session_callbacks_del(callbacks)
            return nil
        }
        unsafe self.callbacks = callbacks
        unsafe self.options = options
        // Windows are opened as handlers read, not as content comes.
        unsafe nghttp2_option_set_no_auto_window_update(options, 1)
        unsafe nghttp2_option_set_no_closed_streams(options, 1)
        unsafe recado_nghttp2_lift_limits(options, settings.continuations + 1)
        HTTP2Session.setReceivers(of: self)
        HTTP2Session.setSenders(of: self)
    }

    deinit {
        unsafe nghttp2_session_callbacks_del(callbacks)
        unsafe nghttp2_option_del(options)
    }
}

/// The errors of RFC 9113 §7 that this server sends.
enum HTTP2ErrorCode {
    static let noError = NGHTTP2_NO_ERROR.rawValue
    static let protocolError = NGHTTP2_PROTOCOL_ERROR.rawValue
    static let internalError = NGHTTP2_INTERNAL_ERROR.rawValue
    static let streamClosed = NGHTTP2_STREAM_CLOSED.rawValue
    static let refusedStream = NGHTTP2_REFUSED_STREAM.rawValue
    static let cancel = NGHTTP2_CANCEL.rawValue
    static let enhanceYourCalm = NGHTTP2_ENHANCE_YOUR_CALM.rawValue
}
