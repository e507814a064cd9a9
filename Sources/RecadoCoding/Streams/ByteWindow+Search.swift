// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ByteWindow {
    /// Finds the record in hand in front of a byte that separates it from the next.
    ///
    /// - Parameters:
    ///   - separator: The byte; it is scanned, and dropped by the caller.
    ///   - isLast: Whether no more pieces come, so that the last record needs no separator.
    /// - Returns: The record; `nil` while its end is to come, or when there is none.
    mutating func record(before separator: UInt8, isLast: Bool) -> Range<Int>? {
        let end = index(of: separator, from: scanned)
        scan(to: end)
        return end < bytes.count || (isLast && !isEmpty) ? start..<end : nil
    }

    /// Finds a text among the bytes of the record in hand, or the beginning of one at their end.
    ///
    /// The search goes from one first byte to the next, so that it never looks twice at the same
    /// bytes for a text whose first byte stands nowhere else in it, as the CR of a delimiter.
    ///
    /// - Parameter text: The text; at least one byte.
    /// - Returns: The index of the text, or of what may be its beginning, or of the end; and
    ///   whether the text is there as a whole.
    func find(_ text: [UInt8]) -> (index: Int, isWhole: Bool) {
        guard let first = text.first else { return (start, true) }
        let second = text.count > 1 ? text[1] : nil
        var at = index(of: first, from: start)
        while at < bytes.count {
            // A run of first bytes costs no calls.
            while let second, at + 1 < bytes.count, bytes[at + 1] != second, bytes[at + 1] == first
            {
                at += 1
            }
            let length = min(text.count, bytes.count - at)
            if starts(with: text, at: at, length) { return (at, length == text.count) }
            at = index(of: first, from: at + 1)
        }
        return (at, false)
    }

    /// Whether the first bytes of a text stand at an index.
    private func starts(with text: [UInt8], at index: Int, _ length: Int) -> Bool {
        for place in 0..<length where bytes[index + place] != text[place] { return false }
        return true
    }

    /// The index of the next byte of a value, or the end if there is none.
    private func index(of byte: UInt8, from start: Int) -> Int {
        ByteReader.lending(bytes) { $0.index(of: byte, from: start) ?? $0.count }
    }
}
