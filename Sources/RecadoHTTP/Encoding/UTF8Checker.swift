// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Checks that bytes are UTF-8, piece by piece and as early as possible (RFC 3629 §4).
///
/// Pieces may be cut anywhere. The first byte after which no text is possible is found out at once,
/// not when its character should be complete.
package struct UTF8Checker: Sendable, Hashable {
    /// How many bytes the character at hand still wants.
    private var missing = 0
    /// What the next of them may be.
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF

    package init() {}

    /// Whether no character is half there.
    package var isComplete: Bool { missing == 0 }

    /// Takes the next piece; returns whether a text can still come of it.
    package mutating func check(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withSpan { check($0) }
    }

    private mutating func check(_ bytes: Span<UInt8>) -> Bool {
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

    /// Begins a character of several bytes: no overlong form, no surrogate, nothing above U+10FFFF.
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

extension ArraySlice<UInt8> {
    fileprivate func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(span) }
}
