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
        message.append(text: method.name)
        message.append(0x20)
        message.append(text: target)
        message.append(" HTTP/1.1\r\nHost: ")
        message += host.utf8
        message.append("\r\n")
        let buffer = fields.buffer.span
        for entry in fields.entries {
            guard isSent(fields.nameBytes(of: entry)) else { continue }
            message.append(buffer.extracting(entry.nameRange))
            message.append(entry.valueLength == 0 ? ":" : ": ")
            message.append(buffer.extracting(entry.valueRange))
            message.append("\r\n")
        }
        appendFraming(of: payload, to: &message)
        message.append("\r\n")
        message.append(content.span)
        return message
    }

    /// Appends the field that says how long the content is.
    private static func appendFraming(of payload: Payload, to message: inout [UInt8]) {
        if payload.isNone { return }
        guard let length = payload.length else {
            message.append("Transfer-Encoding: chunked\r\n")
            return
        }
        message.append("Content-Length: ")
        message.append(text: String(length))
        message.append("\r\n")
    }
}

/// Appending without the ways round of generic collections, which took longer than the copying.
extension [UInt8] {
    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    fileprivate mutating func append(text: String) { append(text.utf8Span.span) }

    fileprivate mutating func append(_ text: StaticString) {
        unsafe append(
            contentsOf: UnsafeBufferPointer(
                start: text.utf8Start,
                count: text.utf8CodeUnitCount
            )
        )
    }
}
