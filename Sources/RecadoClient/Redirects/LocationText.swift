// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Repairs the value of a Location field.
///
/// Many servers do not percent-encode non-ASCII letters, spaces and brackets. Encoding these
/// characters does not change a well-formed address; text that is still malformed is refused when
/// it is parsed. A backslash is percent-encoded, never treated as a slash, so that it cannot change
/// where the host ends.
enum LocationText {
    static func escaped(_ text: String) -> String {
        let bytes = Array(FieldList.trimmed(text[...]).utf8)
        let query = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            let isKept: Bool
            switch byte {
            case UInt8(ascii: "%"):
                isKept = PercentEncoding.escape(in: bytes.span, at: index) != nil
            case UInt8(ascii: "["), UInt8(ascii: "]"):
                // Before the query, brackets are kept, because they may belong to an IPv6 address.
                isKept = index < query
            default:
                isKept = allowed.contains(byte)
            }
            if isKept {
                output.append(byte)
            } else {
                PercentEncoding.append([byte].span, keeping: .unreserved, to: &output)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static let allowed = PercentEncoding.CharacterSet(unreservedAnd: "!$&'()*+,;=:@/?#")
}
