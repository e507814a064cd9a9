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
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { hash in
            unsafe content.withUnsafeBufferPointer { bytes in
                _ = unsafe SHA256(bytes.baseAddress, bytes.count, hash.baseAddress)
            }
            // A quotation mark, twenty characters for fifteen bytes, and no more than `-gzip"`.
            return unsafe String(unsafeUninitializedCapacity: 32) { text in
                unsafe text[0] = quotationMark
                for group in 0..<5 {
                    var bits = 0
                    for place in 0..<3 { bits = unsafe bits << 8 | Int(hash[group * 3 + place]) }
                    for place in 0..<4 {
                        let value = bits >> (18 - 6 * place) & 0x3F
                        unsafe text[1 + group * 4 + place] = characters[value]
                    }
                }
                var count = 21
                if let coding {
                    // No character of the others is a hyphen.
                    for byte in "-\(coding.rawValue)".utf8 {
                        unsafe text[count] = byte
                        count += 1
                    }
                }
                unsafe text[count] = quotationMark
                return count + 1
            }
        }
    }

    private static let quotationMark = UInt8(ascii: "\"")
    private static let characters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// The tag of the same content without a coding.
    var withoutCoding: EntityTag {
        for coding in ContentCoding.allCases where value.hasSuffix("-\(coding.rawValue)") {
            let text = value.dropLast(coding.rawValue.count + 1)
            return EntityTag(value: String(text), isWeak: isWeak) ?? self
        }
        return self
    }
}
