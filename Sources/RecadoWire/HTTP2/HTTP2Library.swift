// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2

/// The callbacks and options of nghttp2 that several connections share.
@safe
package final class HTTP2Library {
    /// The `nghttp2_session_callbacks`, which the owner sets.
    package let callbacks: OpaquePointer
    /// The `nghttp2_option`.
    package let options: OpaquePointer

    /// Creates callbacks and options.
    ///
    /// Windows are reopened when content is read, not when it arrives.
    ///
    /// The result is `nil` if there is no memory.
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

    /// Disables the library's limit on resets, and sets its limit on CONTINUATION frames, for a
    /// server that counts both itself.
    package func liftLimits(continuations: Int) {
        unsafe recado_nghttp2_lift_limits(options, continuations)
    }

    /// Sets the maximum size in bytes of a header section to send.
    package func limitSentHeads(to bytes: Int) {
        unsafe nghttp2_option_set_max_send_header_block_length(options, bytes)
    }
}
