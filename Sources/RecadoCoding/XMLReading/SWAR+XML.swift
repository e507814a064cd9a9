// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The kinds of bytes that the XML parser searches for.
extension SWAR {
    static let lows: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

    /// Marks `<`, `>`, `&` and control characters; exact up to and including the first mark.
    @inline(__always)
    static func textEnds(_ word: UInt64) -> UInt64 {
        // `<` and `>` differ in one bit.
        let tag = (word & (0xFD &* ones)) ^ (0x3C &* ones)
        let mark = word ^ (0x26 &* ones)
        let marks = ((tag &- ones) & ~tag) | ((mark &- ones) & ~mark)
        return (marks | ((word &- (0x20 &* ones)) & ~word)) & highs
    }

    /// Marks a quotation mark, `<`, `&` and control characters; exact up to and including the first
    /// mark.
    @inline(__always)
    static func valueEnds(_ word: UInt64, quote: UInt64) -> UInt64 {
        let end = word ^ quote
        let tag = word ^ (0x3C &* ones)
        let mark = word ^ (0x26 &* ones)
        let marks = ((end &- ones) & ~end) | ((tag &- ones) & ~tag) | ((mark &- ones) & ~mark)
        return (marks | ((word &- (0x20 &* ones)) & ~word)) & highs
    }

    /// Marks a given byte and control characters; exact up to and including the first mark.
    @inline(__always)
    static func sectionEnds(_ word: UInt64, mark: UInt64) -> UInt64 {
        let end = word ^ mark
        return (((end &- ones) & ~end) | ((word &- (0x20 &* ones)) & ~word)) & highs
    }

    /// Marks ASCII characters that are not allowed in a name without a colon; exact for every byte.
    @inline(__always)
    static func nameEnds(_ word: UInt64) -> UInt64 {
        let low = word & lows
        let folded = low | (0x20 &* ones)
        let letters = (folded &+ (0x1F &* ones)) & ~(folded &+ (0x05 &* ones))
        let digits = (low &+ (0x50 &* ones)) & ~(low &+ (0x46 &* ones))
        let marks = (low &+ (0x53 &* ones)) & ~(low &+ (0x51 &* ones))
        let underscores = ~((low ^ (0x5F &* ones)) &+ lows)
        return ~(letters | digits | marks | underscores | word) & highs
    }

    /// Marks bytes above the space; exact for every byte.
    @inline(__always)
    static func nonBlanks(_ word: UInt64) -> UInt64 {
        (((word & lows) &+ (0x5F &* ones)) | word) & highs
    }

    /// Marks bytes other than the space, the tab and the line feed; exact for every byte.
    @inline(__always)
    static func layoutEnds(_ word: UInt64) -> UInt64 {
        @inline(__always) func others(_ byte: UInt64) -> UInt64 {
            let difference = word ^ (byte &* ones)
            return ((difference & lows) &+ lows) | difference
        }
        return others(0x20) & others(0x0A) & others(0x09) & highs
    }

    /// Returns a mask of the bytes before the first marked byte.
    @inline(__always)
    static func before(_ ends: UInt64) -> UInt64 {
        (1 &<< UInt64(truncatingIfNeeded: ends.trailingZeroBitCount & ~7)) &- 1
    }

    /// Returns a mask of the first `length` bytes of a word, or of all eight bytes if `length` is
    /// greater than 8.
    @inline(__always)
    static func first(_ length: Int) -> UInt64 {
        length >= 8 ? .max : (1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1
    }
}
