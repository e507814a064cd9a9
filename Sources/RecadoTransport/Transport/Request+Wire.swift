// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Request {
    /// Throws if the request is invalid, for example if a part of it could be read as another line
    /// or another request.
    ///
    /// - Throws: An error of the kind `invalidRequest`; nothing was sent.
    package func checkForWire() throws(TransportError) {
        guard scheme == "http" || scheme == "https" || hasWebScheme else {
            throw Self.refusal("expected the scheme http or https")
        }
        guard !authority.isEmpty, Self.all(of: authority, Self.isAuthorityByte) else {
            throw Self.refusal("expected a host and perhaps a port as the authority")
        }
        guard target == "*" && method == .options || target.utf8.first == UInt8(ascii: "/") else {
            throw Self.refusal("expected a target that begins with a slash")
        }
        guard Self.all(of: target, Self.isTargetByte) else {
            throw Self.refusal("the target holds a character that must be escaped")
        }
        if method == .connect { throw Self.refusal("CONNECT opens a tunnel and sends no request") }
        if method == .head || method == .trace, content.length != 0 {
            throw Self.refusal("a \(method) request has no content")
        }
        // If the fields are stored as lines, their values were checked when they were added.
        for entry in fields.entries { try check(entry, isPlain: fields.areLines) }
    }

    /// True if the scheme is `http` or `https`, in upper or lower case (RFC 3986 §3.1).
    private var hasWebScheme: Bool { ["http", "https"].contains(scheme.lowercased()) }

    private func check(_ entry: Fields.Entry, isPlain: Bool) throws(TransportError) {
        let name = fields.nameBytes(of: entry)
        guard !name.isEmpty, Token.end(in: name.span, 0..<name.count) == name.count else {
            throw Self.refusal("the name of a field is no token")
        }
        guard isPlain || FieldText.isPlain(fields.valueBytes(of: entry).span) else {
            throw Self.refusal("the value of a field holds a control character")
        }
        switch name.count {
        case 4 where name.isName("host"):
            guard fields.value(of: entry) == authority else {
                throw Self.refusal("Host differs from the authority")
            }
        case 14 where name.isName("content-length"):
            guard Int(fields.value(of: entry)) == content.length else {
                throw Self.refusal("Content-Length differs from the length of the content")
            }
        case 2, 6, 7, 10, 17:  // The lengths of those names.
            for framing in Self.framingNames where name.isName(framing) {
                throw Self.refusal("the field \(framing) is the transport's own")
            }
        default: break
        }
    }

    private static let framingNames: [StaticString] = [
        "transfer-encoding", "connection", "keep-alive", "upgrade", "expect", "te",
    ]

    private static func refusal(_ detail: String) -> TransportError {
        TransportError(.invalidRequest, detail)
    }

    @inline(__always)
    private static func all(of text: String, _ isAllowed: (UInt8) -> Bool) -> Bool {
        let bytes = text.utf8Span.span
        for index in bytes.indices where !isAllowed(bytes[index]) { return false }
        return true
    }

    /// True if a path or a query may contain the byte.
    @inline(__always)
    private static func isTargetByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "#")
    }

    /// True if a host or a port may contain the byte; user information is never sent.
    @inline(__always)
    private static func isAuthorityByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): false
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): false
        default: byte > 0x20 && byte < 0x7F
        }
    }
}

extension ArraySlice<UInt8> {
    /// True if the bytes equal a name, ignoring case; the name must be in lower case.
    package func isName(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        for offset in 0..<count {
            if unsafe self[startIndex + offset].lowercased != name.utf8Start[offset] {
                return false
            }
        }
        return true
    }
}
