// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ByteWindow {
    /// Finds the current record, which ends before a separator byte.
    ///
    /// - Parameters:
    ///   - separator: The separator. The search marks it as scanned; the caller must drop it from
    ///     the window.
    ///   - isLast: True if no more pieces come, so that the last record needs no separator.
    /// - Returns: The record; `nil` if its end has not arrived, or if there is none.
    mutating func record(before separator: UInt8, isLast: Bool) -> Range<Int>? {
        let end = index(of: separator, from: scanned)
        scan(to: end)
        return end < bytes.count || (isLast && !isEmpty) ? start..<end : nil
    }

    /// Finds a text in the bytes of the current record, or a prefix of the text at their end.
    ///
    /// The search jumps from one occurrence of the text's first byte to the next. If that byte
    /// occurs only once in the text, as the CR does in a multipart delimiter, no byte is examined
    /// twice.
    ///
    /// - Parameter text: The text; at least one byte.
    /// - Returns: The index of the text, or of a prefix of it at the end of the bytes, or else the
    ///   end of the bytes; and true if the whole text was found.
    package func find(_ text: [UInt8]) -> (index: Int, isWhole: Bool) {
        guard let first = text.first else { return (start, true) }
        let second = text.count > 1 ? text[1] : nil
        var at = index(of: first, from: start)
        while at < bytes.count {
            // If the text's first byte occurs several times in a row, only the last occurrence can
            // start the text.
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

    /// True if a prefix of a text, of the given length, is at an index.
    private func starts(with text: [UInt8], at index: Int, _ length: Int) -> Bool {
        for place in 0..<length where bytes[index + place] != text[place] { return false }
        return true
    }

    /// Returns the index of the next byte with the given value, or the end if there is none.
    private func index(of byte: UInt8, from start: Int) -> Int {
        ByteReader.lending(bytes) { $0.index(of: byte, from: start) ?? $0.count }
    }
}
