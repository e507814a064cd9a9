// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The `token` production of RFC 9110 §5.6.2, which names methods, fields and parameters.
package enum Token {
    /// The characters of a token below 64: `!#$%&'*+-.` and the digits, a bit each.
    private static let low: UInt64 = 0x03FF_6CFA_0000_0000
    /// The characters of a token from 64: the letters and `^_`|~` and the grave accent.
    private static let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE

    /// True if a byte may occur in a token.
    @inline(__always)
    package static func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return (low >> UInt64(byte)) & 1 == 1 }
        return byte < 128 && (high >> UInt64(byte & 63)) & 1 == 1
    }

    /// The end of the token that begins where a range does; the range's start when there is none.
    package static func end(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        var end = range.lowerBound
        while end < range.upperBound, contains(bytes[end]) { end += 1 }
        return end
    }

    /// True if a text is one token, of at least one character.
    package static func isValid(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(contains)
    }
}
