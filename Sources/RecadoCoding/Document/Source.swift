// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The bytes under a parser, for as long as the call that lends them lasts.
///
/// Every access is checked, and what lies behind the end reads as zero: parsers need no padding and
/// no tests of their own, for a zero byte is part of no token of any format.
@safe
struct Source {
    private let base: UnsafePointer<UInt8>
    let count: Int
    /// The number of indexes from which eight bytes can be read.
    private let words: UInt

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        // An empty buffer may have no address; nothing is read from this one then.
        unsafe base = bytes.baseAddress ?? UnsafePointer(bitPattern: 16).unsafelyUnwrapped
        count = bytes.count
        words = UInt(bitPattern: max(0, bytes.count &- 7))
    }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        UInt(bitPattern: index) < UInt(bitPattern: count) ? unsafe base[index] : 0
    }

    /// Eight bytes from the index, the first in the lowest bits.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        guard UInt(bitPattern: index) < words else { return tail(at: index, 8) }
        return unsafe UInt64(
            littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
        )
    }

    /// Four bytes from the index, the first in the lowest bits.
    @inline(__always)
    func half(at index: Int) -> UInt32 {
        guard index >= 0, index <= count &- 4 else {
            return UInt32(truncatingIfNeeded: tail(at: index, 4))
        }
        return unsafe UInt32(
            littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt32.self)
        )
    }

    @inline(never)
    private func tail(at index: Int, _ length: Int) -> UInt64 {
        if count >= 8, UInt(bitPattern: index) < UInt(bitPattern: count) {
            // What is left stands at the end of the last eight bytes.
            let last = unsafe UnsafeRawPointer(base + (count &- 8)).loadUnaligned(as: UInt64.self)
            let skipped = UInt64(truncatingIfNeeded: (index &- (count &- 8)) &* 8)
            return UInt64(littleEndian: last) >> skipped
        }
        var word: UInt64 = 0
        for place in 0..<length {
            word |= UInt64(self[index &+ place]) << UInt64(place &* 8)
        }
        return word
    }

    /// A part of the source.
    @inline(__always)
    func slice(_ start: Int, _ length: Int) -> UnsafeBufferPointer<UInt8> {
        let start = min(max(start, 0), count)
        // An array made of fewer than no bytes would overwrite the storage that all empty arrays share.
        let length = min(max(length, 0), count - start)
        return unsafe UnsafeBufferPointer(start: base + start, count: length)
    }
}

/// The bytes of a word that are in a class, as their high bits.
enum Lanes {
    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Quotation marks, backslashes and control characters; exact up to and including the first.
    @inline(__always)
    static func ends(_ word: UInt64) -> UInt64 {
        let quote = word ^ (0x22 &* ones)
        let slash = word ^ (0x5C &* ones)
        let marks = ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)
        return (marks | ((word &- (0x20 &* ones)) & ~word)) & highs
    }

    /// Whether all eight bytes are ASCII digits.
    @inline(__always)
    static func areDigits(_ word: UInt64) -> Bool {
        let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        let carried = word &+ 0x0606_0606_0606_0606
        return (word & high) | ((carried & high) >> 4) == 0x3333_3333_3333_3333
    }

    /// The value of eight ASCII digits, the first in the lowest byte.
    @inline(__always)
    static func digits(_ word: UInt64) -> UInt64 {
        var value = word &- 0x3030_3030_3030_3030
        value = (value &* 10) &+ (value >> 8)
        let odd = (value & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let even = ((value >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return (odd &+ even) >> 32
    }
}
