// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension PreparedRequest {
    /// Returns the HTTP/1.1 message (RFC 9112), including content that is sent with the header
    /// section.
    ///
    /// - Parameters:
    ///   - proxyLines: The lines for a forwarding proxy, which also needs the whole URI (RFC 9112
    ///     §3.2.2); `nil` without such a proxy.
    ///   - expectsContinue: True if the content is sent only after 100 Continue (RFC 9110 §10.1.1).
    /// - Returns: The bytes.
    func message(proxyLines: [UInt8]? = nil, expectsContinue: Bool = false) -> [UInt8] {
        var content: [UInt8] = []
        if case .bytes(let bytes) = payload, !expectsContinue { content = bytes }
        var message: [UInt8] = []
        message.reserveCapacity(
            fields.buffer.count + 4 * fields.count + authority.utf8.count + target.utf8.count
                + content.count + 128
        )
        message.append(text: method.name)
        message.append(0x20)
        if proxyLines != nil {
            message.append("http://")
            message.append(host.utf8Span.span)
        }
        if proxyLines == nil || target != "*" { message.append(text: target) }
        message.append(" HTTP/1.1\r\nHost: ")
        message.append(host.utf8Span.span)
        message.append("\r\n")
        let fields = fields
        let buffer = fields.buffer.span
        for entry in fields.entries {
            guard Self.isSent(fields.nameBytes(of: entry)) else { continue }
            message.append(buffer.extracting(entry.nameRange))
            message.append(entry.valueLength == 0 ? ":" : ": ")
            message.append(buffer.extracting(entry.valueRange))
            message.append("\r\n")
        }
        if let proxyLines { message += proxyLines }
        if expectsContinue { message.append("Expect: 100-continue\r\n") }
        appendFraming(to: &message)
        message.append("\r\n")
        message.append(content.span)
        return message
    }

    /// Appends the field that frames the content.
    private func appendFraming(to message: inout [UInt8]) {
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

/// Appends bytes without generic collections, whose overhead would exceed the time to copy.
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
