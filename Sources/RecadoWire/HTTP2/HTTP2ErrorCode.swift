// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2

/// The error codes of RFC 9113 §7, with which streams and connections end.
package enum HTTP2ErrorCode {
    /// There is no error.
    package static let noError = NGHTTP2_NO_ERROR.rawValue
    /// The peer violates the protocol.
    package static let protocolError = NGHTTP2_PROTOCOL_ERROR.rawValue
    /// The sender of the code has failed.
    package static let internalError = NGHTTP2_INTERNAL_ERROR.rawValue
    /// A frame belongs to a stream that has ended.
    package static let streamClosed = NGHTTP2_STREAM_CLOSED.rawValue
    /// The server has not acted on the request.
    package static let refusedStream = NGHTTP2_REFUSED_STREAM.rawValue
    /// The stream is no longer needed.
    package static let cancel = NGHTTP2_CANCEL.rawValue
    /// The peer causes too much work.
    package static let enhanceYourCalm = NGHTTP2_ENHANCE_YOUR_CALM.rawValue

    /// Returns the name of a code, such as `ENHANCE_YOUR_CALM`.
    package static func name(of code: UInt32) -> String {
        unsafe String(cString: nghttp2_http2_strerror(code))
    }
}
