// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTestSupport

/// An HTTP/2 frame (RFC 9113 §4.1).
struct Frame {
    var kind: UInt8
    var flags: UInt8
    var stream: UInt32
    var content: [UInt8]

    /// True if the frame ends its stream.
    var isEnd: Bool { flags & 1 != 0 && kind <= 1 }

    static let content: UInt8 = 0
    static let fields: UInt8 = 1
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let farewell: UInt8 = 7
    static let window: UInt8 = 8

    /// Reads the client's preface, which comes before its first frame (§3.4), and returns whether
    /// it came.
    static func readPreface(_ connection: ScriptedServer.Connection) -> Bool {
        connection.readAll(24).count == 24
    }

    /// Reads the next frame; `nil` at the end of the connection.
    init?(_ connection: ScriptedServer.Connection) {
        let head = connection.readAll(9)
        guard head.count == 9 else { return nil }
        (kind, flags) = (head[3], head[4])
        stream = head[5...].reduce(0) { $0 << 8 | UInt32($1) }
        content = connection.readAll(head.prefix(3).reduce(0) { $0 << 8 | Int($1) })
    }

    /// Returns the bytes of a frame.
    static func bytes(
        _ kind: UInt8,
        flags: UInt8 = 0,
        stream: UInt32 = 0,
        _ content: [UInt8] = []
    ) -> [UInt8] {
        let length = content.count
        let size = [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
        let number = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) }
        return size + [kind, flags] + number + content
    }

    /// Returns a header section with status 200 and nothing else (RFC 7541 appendix A).
    static func ok(_ stream: UInt32) -> [UInt8] { bytes(fields, flags: 4, stream: stream, [0x88]) }

    /// Returns the frames of a complete response.
    static func answer(_ stream: UInt32, _ text: String) -> [UInt8] {
        ok(stream) + bytes(content, flags: 1, stream: stream, Array(text.utf8))
    }

    /// Returns an error code as the payload of RST_STREAM or the second half of GOAWAY's (§6.4,
    /// §6.8).
    static func code(_ code: UInt8) -> [UInt8] { [0, 0, 0, code] }
}
