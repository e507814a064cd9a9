// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoXXHash
import RecadoCompression
package import RecadoHTTP

extension EntityTag {
    /// The strong tag of content, as the value of the ETag field.
    package static func fieldValue(of content: [UInt8]) -> String {
        var fields = Fields()
        add(to: &fields, of: content)
        return fields[.eTag] ?? ""
    }

    /// Adds the strong tag of content to a header section: 120 bits of its XXH3, the same in every
    /// process.
    static func add(
        to fields: inout Fields,
        of content: [UInt8],
        coding: ContentCoding? = nil
    ) {
        let (text, count) = bytes(of: content, coding: coding)
        fields.append(plain: text.span.extracting(first: count), to: .eTag)
    }

    /// - Parameters:
    ///   - content: The content before any coding.
    ///   - coding: How it is sent, for the bytes of two codings differ (RFC 9110 §8.8.3.3).
    /// - Returns: The value of the ETag field, in its first bytes, and how many these are.
    private static func bytes(
        of content: [UInt8],
        coding: ContentCoding?
    ) -> (text: InlineArray<32, UInt8>, count: Int) {
        var text = InlineArray<32, UInt8>(repeating: quotationMark)
        let hash = unsafe content.withUnsafeBytes { bytes in
            unsafe XXH3_128bits(bytes.baseAddress, bytes.count)
        }
        // A quotation mark, ten characters for sixty bits of each half, and no more than `-gzip"`.
        let characters = characters.span
        for place in 0..<10 {
            let shift = 58 - 6 * UInt64(place)
            text[1 + place] = characters[Int(hash.high64 >> shift & 0x3F)]
            text[11 + place] = characters[Int(hash.low64 >> shift & 0x3F)]
        }
        var count = 21
        if let coding {
            // No character of the others is a hyphen.
            for byte in "-\(coding.rawValue)".utf8 {
                text[count] = byte
                count += 1
            }
        }
        text[count] = quotationMark
        return (text, count + 1)
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
