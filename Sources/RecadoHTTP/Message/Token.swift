// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The `token` syntax of RFC 9110 §5.6.2, for the names of methods, fields and parameters.
package enum Token {
    /// One bit for each token character below 64: `!#$%&'*+-.` and the digits.
    private static let low: UInt64 = 0x03FF_6CFA_0000_0000
    /// One bit for each token character from 64: letters, `^`, `_`, `|`, `~` and the grave accent.
    private static let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE

    /// True if a byte may occur in a token.
    @inline(__always)
    package static func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return (low >> UInt64(byte)) & 1 == 1 }
        return byte < 128 && (high >> UInt64(byte & 63)) & 1 == 1
    }

    /// Returns the end of the token at the start of a range; the start itself if there is none.
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
