// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Converts member names to and from tokens of JSON Pointers (RFC 6901 §3).
package enum JSONPointer {
    /// Escapes a name as a token of a pointer, with `~` as `~0` and `/` as `~1`.
    package static func token(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == tilde || $0 == slash }) else { return name }
        var token: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case tilde: token += [tilde, UInt8(ascii: "0")]
            case slash: token += [tilde, UInt8(ascii: "1")]
            default: token.append(byte)
            }
        }
        return String(decoding: token, as: UTF8.self)
    }

    /// Returns the name that a token of a pointer denotes.
    package static func name(_ token: Substring) -> String {
        guard token.utf8.contains(tilde) else { return String(token) }
        var name: [UInt8] = []
        var isEscape = false
        for byte in token.utf8 {
            switch byte {
            case UInt8(ascii: "0") where isEscape: isEscape = false
            case UInt8(ascii: "1") where isEscape:
                name[name.count - 1] = slash
                isEscape = false
            default:
                name.append(byte)
                isEscape = byte == tilde
            }
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static let tilde = UInt8(ascii: "~")
    private static let slash = UInt8(ascii: "/")
}
