// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Escapes `~` and `/` in the steps of a JSON Pointer (RFC 6901 §3).
enum PointerToken {
    static func escaped(_ name: String) -> String {
        name.split(atByte: "~", omittingEmptySubsequences: false).joined(separator: "~0")
            .split(atByte: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }

    static func unescaped(_ token: Substring) -> String {
        let parts = token.split(atByte: "~", omittingEmptySubsequences: false)
        var name = String(parts[0])
        for part in parts.dropFirst() {
            switch part.utf8.first {
            case 0x30: name += "~" + String(Substring(part.utf8.dropFirst()))
            case 0x31: name += "/" + String(Substring(part.utf8.dropFirst()))
            default: name += "~" + String(part)
            }
        }
        return name
    }
}
