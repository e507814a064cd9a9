// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoHTTP

/// Keys with which a server recognizes that a request is repeated.
enum IdempotencyKey {
    /// Returns a new key: a random UUID in quotes, as a structured field requires
    /// (draft-ietf-httpapi-idempotency-key-header §2.1).
    static func make() -> String {
        var bytes = RandomBytes.make(16)
        // RFC 9562 §5.4: version 4, variant 10.
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Hexadecimal.text(bytes)
        var groups: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return "\"\(groups.joined(separator: "-"))\""
    }
}
