// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A WebSocket client that sends any frames that a test wants.
final class TalkClient: TestClient {
    struct Frame: Equatable {
        var first: UInt8
        var payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }
        /// The code in a close frame.
        var code: Int? {
            payload.count < 2 ? nil : Int(payload[0]) << 8 | Int(payload[1])
        }
    }

    /// The fields of a handshake request; a test may change them, and empty ones are left out.
    static let opening = [
        "Host": "talks.example", "Upgrade": "websocket", "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
    ]

    static func head(
        _ target: String,
        method: String = "GET",
        version: String = "1.1",
        _ changes: [String: String] = [:]
    ) -> String {
        var fields = opening
        for (name, value) in changes { fields[name] = value.isEmpty ? nil : value }
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.sorted().joined()
        return "\(method) /talks/\(target) HTTP/\(version)\r\n\(lines)\r\n"
    }

    /// Opens a WebSocket.
    convenience init(
        port: UInt16,
        opening target: String,
        _ changes: [String: String] = [:],
        receiveBuffer: Int32? = nil
    ) throws {
        try self.init(port: port, receiveBuffer: receiveBuffer)
        try send(Self.head(target, changes))
        let head = try headText()
        guard head.hasPrefix("HTTP/1.1 101 ") else { throw Failure(description: head) }
    }

    // MARK: - Frames

    static func frame(_ first: UInt8, _ payload: [UInt8], isMasked: Bool = true) -> [UInt8] {
        let bit: UInt8 = isMasked ? 0x80 : 0
        var bytes = [first]
        if payload.count < 126 {
            bytes.append(bit | UInt8(payload.count))
        } else {
            bytes += [bit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        }
        guard isMasked else { return bytes + payload }
        let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        return bytes + key + payload.enumerated().map { $0.element ^ key[$0.offset % 4] }
    }

    func say(_ text: String) throws { try send(Self.frame(0x81, Array(text.utf8))) }

    func sendClose(_ code: Int, _ reason: String = "") throws {
        let payload = [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8)
        try send(Self.frame(0x88, payload))
    }

    /// Receives the server's next frame, which must not be masked.
    func frame() throws -> Frame {
        let head = try take(2)
        guard head[1] < 0x80 else { throw Failure(description: "a mask") }
        var length = Int(head[1])
        if length == 126 {
            let bytes = try take(2)
            length = Int(bytes[0]) << 8 | Int(bytes[1])
        } else if length == 127 {
            length = try take(8).reduce(0) { $0 << 8 | Int($1) }
        }
        return Frame(first: head[0], payload: try take(length))
    }
}
