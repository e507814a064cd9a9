// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// True if two strings consist of the same bytes.
    ///
    /// `==` also treats canonically equivalent strings as equal, and its time grows with the square
    /// of the number of combining marks in a row, so it is unsuitable for untrusted text.
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8)
    }

    /// Hashes the bytes and a terminator, consistently with ``hasSameBytes(as:)``.
    package func hashBytes(into hasher: inout Hasher) {
        for byte in utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

// The same methods for `String`, the most frequent type: generic code is much slower when other
// modules call it.
extension String {
    /// True if two strings consist of the same bytes.
    package func hasSameBytes(as other: String) -> Bool {
        let (bytes, others) = (utf8Span.span, other.utf8Span.span)
        guard bytes.count == others.count else { return false }
        for index in bytes.indices where bytes[index] != others[index] { return false }
        return true
    }

    /// Hashes the bytes and a terminator, consistently with ``hasSameBytes(as:)``.
    package func hashBytes(into hasher: inout Hasher) {
        unsafe utf8Span.span.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        hasher.combine(0xFF as UInt8)
    }
}

extension StringProtocol {
    /// Splits the text at the occurrences of an ASCII character, which are found by bytes.
    ///
    /// `split` of the standard library compares characters, and so misses a separator that is
    /// followed by a combining mark.
    package func split(
        atByte separator: Unicode.Scalar,
        maxSplits: Int = .max,
        omittingEmptySubsequences: Bool = true
    ) -> [SubSequence] {
        let separator = UInt8(ascii: separator)
        return utf8.split(
            separator: separator,
            maxSplits: maxSplits,
            omittingEmptySubsequences: omittingEmptySubsequences
        ).map { self[$0.startIndex..<$0.endIndex] }
    }
}

extension String {
    /// True if there are at most 30 combining marks in a row, the limit of Stream-Safe Text
    /// (Unicode Standard Annex #15).
    ///
    /// Beyond that limit, the time to compare or hash the text grows with the square of their
    /// number.
    package var isStreamSafe: Bool {
        if utf8.count <= 60 || utf8.allSatisfy({ $0 < 0x80 }) { return true }
        var marks = 0
        for scalar in unicodeScalars {
            let isMark = scalar.properties.canonicalCombiningClass != .notReordered
            marks = isMark ? marks + 1 : 0
            if marks > 30 { return false }
        }
        return true
    }
}
