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

    /// The UTF-8 of a text that stands in the program.
    init(_ text: StaticString) {
        unsafe self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
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
    func slice(_ start: Int, _ length: Int) -> Source {
        let start = min(max(start, 0), count)
        let length = min(max(length, 0), count &- start)
        return unsafe Source(UnsafeBufferPointer(start: base + start, count: length))
    }

    /// A part that is known to lie within the source.
    @inline(__always)
    func part(at start: Int, _ length: Int) -> Source {
        unsafe Source(UnsafeBufferPointer(start: base + start, count: length))
    }

    /// What comes from an index on.
    @inline(__always)
    func dropFirst(_ length: Int) -> Source { slice(length, count) }

    @inline(__always) var isEmpty: Bool { count == 0 }

    /// The bytes of the source, in memory of their own.
    var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }

    /// The text that the bytes are; what is not UTF-8 becomes replacement characters.
    var text: String {
        unsafe String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
    }

    /// The text that the bytes are, which have been checked to be UTF-8.
    @inline(__always)
    func text(isASCII: Bool) -> String {
        let bytes = unsafe UnsafeBufferPointer(start: base, count: count)
        return unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }

    /// Adds the bytes to a hasher.
    func hash(into hasher: inout Hasher) {
        unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Adds the bytes to an array.
    func append(to bytes: inout [UInt8]) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
    }

    /// The index of the first byte of a value, or `nil`.
    @inline(__always)
    func firstIndex(of byte: UInt8) -> Int? {
        var index = 0
        while index < count {
            if self[index] == byte { return index }
            index &+= 1
        }
        return nil
    }

    /// The number of Unicode scalars, of a text that was checked.
    var scalarCount: Int {
        var count = 0
        for index in 0..<self.count where self[index] & 0xC0 != 0x80 { count &+= 1 }
        return count
    }

    /// Whether the bytes of two sources are equal.
    func isEqual(to other: Source) -> Bool {
        guard count == other.count else { return false }
        var at = 0
        while at < count {
            if word(at: at) != other.word(at: at) { return false }
            at &+= 8
        }
        return true
    }

    /// Whether this and another source of the same length, more than four bytes, are equal behind the fourth.
    @inline(__always)
    func hasSameTail(as other: Source) -> Bool {
        guard count == other.count, count > 4 else { return false }
        if count <= 8 { return unsafe isSame(other, at: count &- 4, UInt32.self) }
        var index = 4
        while index < count &- 8 {
            guard unsafe isSame(other, at: index, UInt64.self) else { return false }
            index &+= 8
        }
        return unsafe isSame(other, at: count &- 8, UInt64.self)
    }

    /// Whether the same word stands at an index of both, from which both have as many bytes.
    @unsafe
    @inline(__always)
    private func isSame<Word: FixedWidthInteger & BitwiseCopyable>(
        _ other: Source,
        at index: Int,
        _ type: Word.Type
    ) -> Bool {
        unsafe UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: type)
            == UnsafeRawPointer(other.base).loadUnaligned(fromByteOffset: index, as: type)
    }
}

// MARK: - Lending

extension Source {
    /// Lends the bytes of an array for the time of a call.
    @inline(__always)
    static func lending<Result, Failure: Error>(
        _ bytes: [UInt8],
        _ body: (Source) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withUnsafeBufferPointer { buffer throws(Failure) in
            try body(unsafe Source(buffer))
        }
    }

    /// Lends the UTF-8 of a string for the time of a call.
    @inline(__always)
    static func lending<Result, Failure: Error>(
        _ text: String,
        _ body: (Source) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe text.utf8Span.span.withUnsafeBufferPointer { buffer throws(Failure) in
            try body(unsafe Source(buffer))
        }
    }

    /// Lends the bytes of a collection for the time of a call, without a copy where they lie together.
    @inline(__always)
    static func lending<Result, Failure: Error>(
        _ bytes: some Collection<UInt8>,
        _ body: (Source) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var failure: Failure?
        let result: Result?? = bytes.withContiguousStorageIfAvailable { buffer in
            do throws(Failure) {
                return try body(unsafe Source(buffer))
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        if case .some(.some(let result)) = result { return result }
        return try lending(Array(bytes), body)
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
