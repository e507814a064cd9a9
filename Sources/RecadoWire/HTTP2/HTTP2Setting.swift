// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2

/// One of the settings that begin a connection in HTTP/2 (RFC 9113 §6.5.2).
package struct HTTP2Setting: Sendable {
    let entry: nghttp2_settings_entry

    private init(_ id: Int32, _ value: Int) {
        entry = nghttp2_settings_entry(settings_id: id, value: UInt32(clamping: value))
    }

    private init(_ id: nghttp2_settings_id, _ value: Int) {
        self.init(Int32(id.rawValue), value)
    }

    /// The most streams that the peer may open at once.
    package static func concurrentStreams(_ count: Int) -> HTTP2Setting {
        HTTP2Setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, count)
    }

    /// The content of a stream that the peer may send before any has been read.
    package static func streamWindow(_ bytes: Int) -> HTTP2Setting {
        HTTP2Setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, bytes)
    }

    /// The most bytes of a header section.
    package static func headerListSize(_ bytes: Int) -> HTTP2Setting {
        HTTP2Setting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, bytes)
    }

    /// A client accepts no responses that it has not asked for.
    package static let noPush = HTTP2Setting(NGHTTP2_SETTINGS_ENABLE_PUSH, 0)

    /// A server ignores the tree of priorities (RFC 9218 §2.1), unless the library supports nothing
    /// else.
    package static var noPriorityTree: [HTTP2Setting] {
        var settings: [HTTP2Setting] = []
        if RECADO_NGHTTP2_KNOWS_URGENCY != 0 {
            settings.append(HTTP2Setting(RECADO_NGHTTP2_NO_TREE, 1))
        }
        return settings
    }
}
