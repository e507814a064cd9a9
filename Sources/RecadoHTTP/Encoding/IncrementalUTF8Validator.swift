// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Validates UTF-8 that arrives in pieces (RFC 3629 §4).
///
/// A piece may end in the middle of a character. An invalid byte is refused as soon as it arrives,
/// even if its character is not complete yet.
package struct IncrementalUTF8Validator: Sendable, Hashable {
    /// The number of bytes that the current character still lacks.
    private var missing = 0
    /// The lowest and the highest valid value of the next byte of the character.
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF

    /// Creates a validator at the start of a text.
    package init() {}

    /// True if the bytes so far end on a character boundary.
    package var isComplete: Bool { missing == 0 }

    /// Validates the next piece.
    ///
    /// Do not call this method again after it has refused a piece.
    ///
    /// - Parameter bytes: The bytes that follow those of the earlier pieces.
    /// - Returns: True if the bytes so far are the beginning of a valid text.
    package mutating func validate(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices {
            let byte = bytes[index]
            if missing == 0 {
                if byte >= 0x80, !begin(with: byte) { return false }
            } else {
                guard byte >= lower, byte <= upper else { return false }
                (missing, lower, upper) = (missing - 1, 0x80, 0xBF)
            }
        }
        return true
    }

    /// Begins a character of several bytes.
    ///
    /// Limits its second byte so that overlong forms, surrogates and code points above U+10FFFF are
    /// refused.
    private mutating func begin(with byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, lower) = (2, 0xA0)
        case 0xED: (missing, upper) = (2, 0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, lower) = (3, 0x90)
        case 0xF1...0xF3: missing = 3
        case 0xF4: (missing, upper) = (3, 0x8F)
        default: return false
        }
        return true
    }
}
