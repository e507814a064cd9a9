// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A request or an answer as it was sent over the wire, complete except for credentials.
public struct WireMessage: Sendable, Hashable {
    /// The first line, the header fields and the empty line; each line ends with CRLF.
    public let head: String
    /// The content.
    public let content: [UInt8]

    /// The content as text, if it is UTF-8.
    public var text: String? { String(validating: content, as: UTF8.self) }

    /// The content as hexadecimal digits, 16 bytes on each line, if it is not text.
    public var digits: String {
        stride(from: 0, to: content.count, by: 16).map { start in
            content[start..<min(start + 16, content.count)].map(Self.digits).joined(separator: " ")
        }
        .joined(separator: "\n")
    }

    private static func digits(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

/// A request with the answer to it.
public struct WireExchange: Sendable, Hashable {
    /// The request.
    public let request: WireMessage
    /// The answer; `nil` if there was none.
    public let answer: WireMessage?
}

// MARK: - Writing

extension WireMessage {
    private static let mask = SecretMask.ellipsis

    /// Creates a message for a request, with the fields that every transport adds.
    init(_ request: Request, content: [UInt8]) {
        let target = Self.mask.address(request.target)
        var head = "\(request.method.name) \(target) HTTP/1.1\r\n"
        if !request.fields.contains(.host) { head += "Host: \(request.authority)\r\n" }
        let length = request.fields.contains(.contentLength) || content.isEmpty
        self.head =
            head + Self.lines(request.fields)
            + (length ? "" : "Content-Length: \(content.count)\r\n") + "\r\n"
        self.content = content
    }

    /// Creates a message for a response.
    init(_ response: Response, content: [UInt8]) {
        head = "HTTP/1.1 \(response.status)\r\n" + Self.lines(response.fields) + "\r\n"
        self.content = content
    }

    private static func lines(_ fields: Fields) -> String {
        fields.map { field in
            "\(field.name): \(mask.value(of: field))\r\n"
        }
        .joined()
    }
}
