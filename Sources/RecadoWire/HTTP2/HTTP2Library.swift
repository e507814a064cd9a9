// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2

/// The callbacks and options of nghttp2 that connections have in common.
@safe
package final class HTTP2Library {
    /// The library's `nghttp2_session_callbacks`, for the owner to set.
    package let callbacks: OpaquePointer
    /// The library's `nghttp2_option`.
    package let options: OpaquePointer

    /// Creates callbacks and options; windows are updated as content is read, not as it arrives.
    ///
    /// It returns `nil` when there is no memory.
    package init?() {
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
        unsafe nghttp2_option_set_no_auto_window_update(options, 1)
        unsafe nghttp2_option_set_no_closed_streams(options, 1)
    }

    deinit {
        unsafe nghttp2_session_callbacks_del(callbacks)
        unsafe nghttp2_option_del(options)
    }

    /// Lifts the limits of resets and of CONTINUATION frames, for a server that counts these
    /// itself.
    package func liftLimits(continuations: Int) {
        unsafe recado_nghttp2_lift_limits(options, continuations)
    }

    /// Sets the greatest size in bytes of a header section that is sent.
    package func limitSentHeads(to bytes: Int) {
        unsafe nghttp2_option_set_max_send_header_block_length(options, bytes)
    }
}
