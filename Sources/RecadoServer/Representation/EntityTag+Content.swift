// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoXXHash
import RecadoCompression
public import RecadoHTTP

extension EntityTag {
    /// Returns the strong entity tag of content, as the value of the ETag field.
    ///
    /// - Parameter content: The content.
    /// - Returns: The tag: 120 bits of the content's XXH3 hash, which is the same in every process.
    public static func fieldValue(of content: [UInt8]) -> String {
        var fields = Fields()
        add(to: &fields, of: content)
        return fields[.eTag] ?? ""
    }

    /// Adds the strong entity tag of content to a header section: 120 bits of its XXH3 hash, the
    /// same in every process.
    static func add(to fields: inout Fields, of content: [UInt8]) {
        fields.append(plain: bytes(of: content).span, to: .eTag)
    }

    /// Returns the bytes of the ETag field's value.
    private static func bytes(of content: [UInt8]) -> InlineArray<22, UInt8> {
        var text = InlineArray<22, UInt8>(repeating: quotationMark)
        let hash = unsafe content.withUnsafeBytes { bytes in
            unsafe XXH3_128bits(bytes.baseAddress, bytes.count)
        }
        // Each half of the hash becomes ten characters of six bits, between quotation marks.
        let characters = characters.span
        for place in 0..<10 {
            let shift = 58 - 6 * UInt64(place)
            text[1 + place] = characters[Int(hash.high64 >> shift & 0x3F)]
            text[11 + place] = characters[Int(hash.low64 >> shift & 0x3F)]
        }
        return text
    }

    private static let quotationMark = UInt8(ascii: "\"")
    private static let characters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// The tag without the suffix of a content coding.
    var withoutCoding: EntityTag {
        for coding in ContentCoding.allCases where value.hasSuffix("-\(coding.rawValue)") {
            let text = value.dropLast(coding.rawValue.count + 1)
            return EntityTag(value: String(text), isWeak: isWeak) ?? self
        }
        return self
    }
}
