// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

extension PreparedRequest {
    /// The header section as it stands in HTTP/1.1 (RFC 9112), with content that is at hand and small.
    static func message(
        of request: Request,
        _ payload: Payload
    ) throws(TransportError) -> [UInt8] {
        var message: [UInt8] = []
        let content: [UInt8] = if case .bytes(let bytes) = payload { bytes } else { [] }
        let fields = request.fields
        message.reserveCapacity(
            request.target.utf8.count + request.authority.utf8.count + fields.buffer.count
                + 4 * fields.count + content.count + 96
        )
        message += request.method.name.utf8
        message.append(0x20)
        message += request.target.utf8
        message += " HTTP/1.1\r\nHost: ".utf8
        // RFC 9110 §4.2.3: the port that goes without saying.
        message += request.authority.utf8.dropLast(request.authority.hasSuffix(":80") ? 3 : 0)
        message += "\r\n".utf8
        for entry in fields.entries {
            let name = fields.nameBytes(of: entry)
            guard try isSent(name) else { continue }
            message += name
            let value = fields.valueBytes(of: entry)
            message += (value.isEmpty ? ":" : ": ").utf8
            message += value
            message += "\r\n".utf8
        }
        message += framing(of: payload).utf8
        message += "\r\n".utf8
        message += content
        return message
    }

    /// The field that says how long the content is.
    private static func framing(of payload: Payload) -> String {
        let length: Int?
        switch payload {
        case .none: return ""
        case .bytes(let bytes): length = bytes.count
        case .upload(let upload): length = upload.length
        }
        return length.map { "Content-Length: \($0)\r\n" } ?? "Transfer-Encoding: chunked\r\n"
    }
}
