// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension PreparedRequest {
    /// The header section as it stands in HTTP/1.1 (RFC 9112), with content that is at hand and small.
    static func message(
        _ method: Method,
        _ target: String,
        host: Substring,
        _ fields: Fields,
        _ payload: Payload
    ) -> [UInt8] {
        var message: [UInt8] = []
        let content: [UInt8] = if case .bytes(let bytes) = payload { bytes } else { [] }
        message.reserveCapacity(
            target.utf8.count + host.utf8.count + fields.buffer.count + 4 * fields.count
                + content.count + 96
        )
        message += method.name.utf8
        message.append(0x20)
        message += target.utf8
        message += " HTTP/1.1\r\nHost: ".utf8
        message += host.utf8
        message += "\r\n".utf8
        for entry in fields.entries {
            let name = fields.nameBytes(of: entry)
            guard isSent(name) else { continue }
            message += name
            let value = fields.valueBytes(of: entry)
            message += (value.isEmpty ? ":" : ": ").utf8
            message += value
            message += "\r\n".utf8
        }
        appendFraming(of: payload, to: &message)
        message += "\r\n".utf8
        message += content
        return message
    }

    /// Appends the field that says how long the content is.
    private static func appendFraming(of payload: Payload, to message: inout [UInt8]) {
        if payload.isNone { return }
        guard let length = payload.length else {
            message += "Transfer-Encoding: chunked\r\n".utf8
            return
        }
        message += "Content-Length: ".utf8
        message += String(length).utf8
        message += "\r\n".utf8
    }
}
