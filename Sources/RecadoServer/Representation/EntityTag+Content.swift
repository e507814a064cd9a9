// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import RecadoCompression
import RecadoHTTP

extension EntityTag {
    /// The strong tag of content: 120 bits of its SHA-256, the same in every process.
    ///
    /// - Parameters:
    ///   - content: The content before any coding.
    ///   - coding: How it is sent, for the bytes of two codings differ (RFC 9110 §8.8.3.3).
    /// - Returns: The value of the ETag field.
    static func fieldValue(of content: [UInt8], coding: ContentCoding? = nil) -> String {
        let hash = unsafe [UInt8](unsafeUninitializedCapacity: 32) { room, count in
            unsafe content.withUnsafeBufferPointer { bytes in
                _ = unsafe SHA256(bytes.baseAddress, bytes.count, room.baseAddress)
            }
            count = 32
        }
        // This alphabet has no hyphen, which stands before the coding.
        let text = Base64.encode(Array(hash.prefix(15)))
        return coding.map { "\"\(text)-\($0.rawValue)\"" } ?? "\"\(text)\""
    }

    /// The tag of the same content without a coding.
    var withoutCoding: EntityTag {
        for coding in ContentCoding.allCases where value.hasSuffix("-\(coding.rawValue)") {
            let text = value.dropLast(coding.rawValue.count + 1)
            return EntityTag(value: String(text), isWeak: isWeak) ?? self
        }
        return self
    }
}
