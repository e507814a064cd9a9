// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Request {
    /// Refuses what could begin another line or another request on a wire.
    ///
    /// - Throws: An error of the kind `invalidRequest`; nothing was sent.
    package func checkForWire() throws(TransportError) {
        guard scheme == "http" || scheme == "https" || hasWebScheme else {
            throw Self.refusal("expected the scheme http or https")
        }
        guard !authority.isEmpty, authority.utf8.allSatisfy(Self.isAuthorityByte) else {
            throw Self.refusal("expected a host and perhaps a port as the authority")
        }
        guard target == "*" && method == .options || target.utf8.first == UInt8(ascii: "/") else {
            throw Self.refusal("expected a target that begins with a slash")
        }
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw Self.refusal("the target holds a character that must be escaped")
        }
        if method == .connect { throw Self.refusal("CONNECT opens a tunnel and sends no request") }
        if method == .head || method == .trace, content.length != 0 {
            throw Self.refusal("a \(method) request has no content")
        }
        let isPlain = hasPlainFields
        for entry in fields.entries { try check(entry, isPlain: isPlain) }
    }

    /// Whether the scheme is one of those in other letters (RFC 3986 §3.1).
    private var hasWebScheme: Bool { ["http", "https"].contains(scheme.lowercased()) }

    /// Whether no field has a control character: all at once, many bytes are compared together.
    private var hasPlainFields: Bool {
        var controls: UInt8 = 0
        for byte in fields.buffer { controls |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) }
        return controls == 0
    }

    private func check(_ entry: Fields.Entry, isPlain: Bool) throws(TransportError) {
        let name = fields.nameBytes(of: entry)
        guard !name.isEmpty, name.allSatisfy(Token.contains) else {
            throw Self.refusal("the name of a field is no token")
        }
        let isSendable =
            isPlain
            || fields.valueBytes(of: entry).allSatisfy {
                $0 >= 0x20 && $0 != 0x7F || $0 == 0x09
            }
        guard isSendable else {
            throw Self.refusal("the value of a field holds a control character")
        }
        if name.isName("content-length"), Int(fields.value(of: entry)) != content.length {
            throw Self.refusal("Content-Length differs from the length of the content")
        }
        if name.isName("host"), fields.value(of: entry) != authority {
            throw Self.refusal("Host differs from the authority")
        }
        for framing in Self.framingNames where name.isName(framing) {
            throw Self.refusal("the field \(framing) is the transport's own")
        }
    }

    private static let framingNames: [StaticString] = [
        "transfer-encoding", "connection", "keep-alive", "upgrade", "expect", "te",
    ]

    private static func refusal(_ detail: String) -> TransportError {
        TransportError(.invalidRequest, detail)
    }

    /// Whether a byte may stand in a host or a port; user information is never sent.
    private static func isAuthorityByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): false
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): false
        default: byte > 0x20 && byte < 0x7F
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes are a name, given in small letters.
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
