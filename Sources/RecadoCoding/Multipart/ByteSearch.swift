// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The search for a text among bytes that may still be incomplete.
enum ByteSearch {
    /// Finds a text, or the beginning of one at the end of the bytes.
    ///
    /// It goes from one first byte to the next, so that it never looks twice at the same bytes for a
    /// text whose first byte stands nowhere else in it, as the CR of a delimiter.
    ///
    /// - Parameters:
    ///   - wanted: The text.
    ///   - bytes: Where to look.
    ///   - start: The index to begin at.
    /// - Returns: The index of the text, or of what may be its beginning, or of the end; and whether the
    ///   text is there as a whole.
    static func find(
        _ wanted: [UInt8],
        in bytes: [UInt8],
        from start: Int
    ) -> (index: Int, isWhole: Bool) {
        guard let first = wanted.first else { return (start, true) }
        let second = wanted.count > 1 ? wanted[1] : nil
        return unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return (start, false) }
            var index = start
            while index < buffer.count,
                let place = unsafe memchr(base + index, CInt(first), buffer.count - index)
            {
                index = unsafe base.distance(to: UnsafeRawPointer(place))
                // A run of first bytes costs no calls.
                while let second, index + 1 < buffer.count, unsafe buffer[index + 1] != second,
                    unsafe buffer[index + 1] == first
                {
                    index += 1
                }
                let length = min(wanted.count, buffer.count - index)
                if unsafe memcmp(base + index, wanted, length) == 0 {
                    return (index, length == wanted.count)
                }
                index += 1
            }
            return (buffer.count, false)
        }
    }
}
