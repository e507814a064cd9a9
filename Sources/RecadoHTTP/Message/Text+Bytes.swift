// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// True if two texts consist of the same bytes.
    ///
    /// `==` also treats texts as equal that are equivalent in Unicode, and its time grows with the
    /// square of the combining marks in a row: it is unsuitable for texts from strangers.
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8)
    }

    /// Hashes the bytes and their end, in step with ``hasSameBytes(as:)``.
    package func hashBytes(into hasher: inout Hasher) {
        for byte in utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

// The same for `String`, which most texts are: generic code is much slower when it is called from
// other modules.
extension String {
    /// True if two texts consist of the same bytes.
    package func hasSameBytes(as other: String) -> Bool {
        let (bytes, others) = (utf8Span.span, other.utf8Span.span)
        guard bytes.count == others.count else { return false }
        for index in bytes.indices where bytes[index] != others[index] { return false }
        return true
    }

    /// Hashes the bytes and their end, in step with ``hasSameBytes(as:)``.
    package func hashBytes(into hasher: inout Hasher) {
        unsafe utf8Span.span.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        hasher.combine(0xFF as UInt8)
    }
}

extension StringProtocol {
    /// The parts between the occurrences of an ASCII character, found by bytes.
    ///
    /// `split` of the standard library compares characters, each together with its combining marks.
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
    /// True if no more than 30 combining marks stand in a row, the limit of Stream-Safe Text
    /// (Unicode Standard Annex #15).
    ///
    /// Beyond that limit, the time to compare or hash the text grows with the square of the marks.
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
