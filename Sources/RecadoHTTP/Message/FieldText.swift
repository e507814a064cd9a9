// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Checks the values of fields, which may hold anything but control characters (RFC 9110 §5.5).
///
/// A tab does not count as a control character here.
package enum FieldText {
    /// True if a byte must not occur in a value.
    @inline(__always)
    package static func isControl(_ byte: UInt8) -> Bool {
        (byte < 0x20 && byte != 0x09) || byte == 0x7F
    }

    /// Returns the position of the first control character from `start` on, or `end` if there is
    /// none.
    package static func firstControl(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var index = start
        // Skips eight bytes at a time while none of them is below 0x20 or equal to 0x7F.
        while index + 8 <= end {
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(
                fromByteOffset: index,
                as: UInt64.self
            )
            let low = (word &- 0x2020_2020_2020_2020) & ~word
            let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
            let high = (delete &- 0x0101_0101_0101_0101) & ~delete
            if (low | high) & 0x8080_8080_8080_8080 != 0 { break }
            index += 8
        }
        while index < end, !isControl(bytes[index]) { index += 1 }
        return index
    }

    /// True if a range has at most 30 combining marks in a row.
    ///
    /// The time to compare texts grows with the square of the number of such marks.
    package static func isStreamSafe(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
        // A combining mark has at least two bytes, none of them ASCII. So neither 60 bytes nor
        // ASCII text can exceed the limit.
        guard range.count > 60, bytes.hasHighBit(in: range) else { return true }
        return unsafe bytes.extracting(range).withUnsafeBufferPointer { bytes in
            unsafe String(decoding: bytes, as: UTF8.self).isStreamSafe
        }
    }

    /// True if no byte is a control character.
    package static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        firstControl(in: bytes, from: 0, to: bytes.count) == bytes.count
    }
}

extension Span<UInt8> {
    /// True if a byte of a range is not ASCII.
    fileprivate func hasHighBit(in range: Range<Int>) -> Bool {
        var index = range.lowerBound
        var found: UInt64 = 0
        while index + 8 <= range.upperBound {
            found |= unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < range.upperBound {
            found |= UInt64(self[index])
            index += 1
        }
        return found & 0x8080_8080_8080_8080 != 0
    }
}
