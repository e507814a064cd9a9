// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2

/// One of the settings with which an HTTP/2 connection begins (RFC 9113 §6.5.2).
package struct HTTP2Setting: Sendable {
    let entry: nghttp2_settings_entry

    private init(_ id: Int32, _ value: Int) {
        entry = nghttp2_settings_entry(settings_id: id, value: UInt32(clamping: value))
    }

    private init(_ id: nghttp2_settings_id, _ value: Int) {
        self.init(Int32(id.rawValue), value)
    }

    /// Limits the number of simultaneous streams that the peer may open.
    package static func concurrentStreams(_ count: Int) -> HTTP2Setting {
        HTTP2Setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, count)
    }

    /// Limits the content bytes that the peer may send on a stream before any of them are read.
    package static func streamWindow(_ bytes: Int) -> HTTP2Setting {
        HTTP2Setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, bytes)
    }

    /// Limits the size of a header section in bytes.
    package static func headerListSize(_ bytes: Int) -> HTTP2Setting {
        HTTP2Setting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, bytes)
    }

    /// Server push is disabled, so that a client receives no responses that it has not requested.
    package static let noPush = HTTP2Setting(NGHTTP2_SETTINGS_ENABLE_PUSH, 0)

    /// The setting with which a server announces that it ignores the priority tree of RFC 7540 (RFC
    /// 9218 §2.1); empty if this version of nghttp2 supports only that tree.
    package static var noPriorityTree: [HTTP2Setting] {
        var settings: [HTTP2Setting] = []
        if RECADO_NGHTTP2_KNOWS_URGENCY != 0 {
            settings.append(HTTP2Setting(RECADO_NGHTTP2_NO_TREE, 1))
        }
        return settings
    }
}
