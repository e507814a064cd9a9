// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Request {
    /// Refuses what could begin another line or another request on a wire.
    ///
    /// - Throws: An error of the kind `invalidRequest`; nothing was sent.
    package func checkForWire() throws(TransportError) {
        guard ["http", "https"].contains(scheme.lowercased()) else {
            throw Self.refusal("expected the scheme http or https")
        }
        let host = authority.utf8
        guard !host.isEmpty, host.allSatisfy(Self.isAuthorityByte) else {
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
        for field in fields { try check(field) }
    }

    private func check(_ field: Fields.Element) throws(TransportError) {
        switch field.name {
        case .contentLength:
            guard Int(field.value) == content.length else {
                throw Self.refusal("Content-Length differs from the length of the content")
            }
        case .host:
            guard field.value == authority else {
                throw Self.refusal("Host differs from the authority")
            }
        case .transferEncoding, .connection, "Keep-Alive", "Upgrade", .expect, "TE":
            throw Self.refusal("the field \(field.name) is the transport's own")
        default: break
        }
    }

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
