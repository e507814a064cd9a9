// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A bounds-checked view of the bytes to be parsed; it is valid only inside the function that
/// receives it.
///
/// A read after the end returns zero. No token of any format contains a zero byte, so parsers stop
/// there without checking bounds themselves, and the bytes need no padding.
///
/// `_fastPath` tells the compiler that accesses near the end are rare, so that it moves their code
/// out of the way and keeps registers free for parsers.
@safe
struct ByteReader: Hashable {
    private let base: UnsafePointer<UInt8>
    let count: Int
    /// The number of indexes at which eight bytes can be read.
    private let words: UInt

    @inline(always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        // An empty buffer may have no address. The substitute address is never read.
        unsafe base = bytes.baseAddress ?? UnsafePointer(bitPattern: 16).unsafelyUnwrapped
        count = bytes.count
        words = UInt(bitPattern: max(0, bytes.count &- 7))
    }

    /// Creates a reader of a static string's UTF-8.
    init(_ text: StaticString) {
        unsafe self.init(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(always)
    subscript(index: Int) -> UInt8 {
        _fastPath(UInt(bitPattern: index) < UInt(bitPattern: count)) ? unsafe base[index] : 0
    }

    /// Reads eight bytes at the index as a little-endian word.
    @inline(always)
    func word(at index: Int) -> UInt64 {
        guard _fastPath(UInt(bitPattern: index) < words) else { return tail(at: index, 8) }
        return unsafe UInt64(
            littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
        )
    }

    /// Reads four bytes at the index as a little-endian word.
    @inline(always)
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
            // The remaining bytes are the high bytes of the last complete word.
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

    /// Returns `length` bytes from an index on, or fewer if the bytes end earlier.
    @inline(always)
    func slice(_ start: Int, _ length: Int) -> ByteReader {
        let start = min(max(start, 0), count)
        let length = min(max(length, 0), count &- start)
        return unsafe ByteReader(UnsafeBufferPointer(start: base + start, count: length))
    }

    /// Returns `length` bytes from an index on, without a bounds check; the caller must know that
    /// they exist.
    @inline(always)
    func part(at start: Int, _ length: Int) -> ByteReader {
        unsafe ByteReader(UnsafeBufferPointer(start: base + start, count: length))
    }

    /// Returns the bytes from an index on.
    @inline(always)
    func dropFirst(_ length: Int) -> ByteReader { slice(length, count) }

    @inline(always) var isEmpty: Bool { count == 0 }

    /// A copy of the bytes.
    var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }

    /// The bytes as text; invalid UTF-8 becomes replacement characters.
    var text: String {
        unsafe String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
    }

    /// Returns the bytes as text; they must be valid UTF-8.
    @inline(always)
    func text(isASCII: Bool) -> String {
        let bytes = unsafe UnsafeBufferPointer(start: base, count: count)
        return unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }

    func hash(into hasher: inout Hasher) {
        unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Appends the bytes to an array.
    func append(to bytes: inout [UInt8]) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
    }

    /// Returns the index of the first byte that equals the given one, or `nil` if there is none.
    @inline(always)
    func firstIndex(of byte: UInt8) -> Int? {
        var index = 0
        while index < count {
            if self[index] == byte { return index }
            index &+= 1
        }
        return nil
    }

    /// Returns the index of the first byte, from `start` on, that equals the given one, or `nil` if
    /// there is none; fast if the byte is far away.
    func index(of byte: UInt8, from start: Int) -> Int? {
        guard start >= 0, start < count,
            let found = unsafe memchr(base + start, CInt(byte), count - start)
        else { return nil }
        return unsafe UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }

    /// The number of Unicode scalars in the bytes, which must be valid UTF-8.
    var scalarCount: Int {
        var count = 0
        for index in 0..<self.count where self[index] & 0xC0 != 0x80 { count &+= 1 }
        return count
    }

    static func == (one: ByteReader, other: ByteReader) -> Bool {
        guard one.count == other.count else { return false }
        var at = 0
        while at < one.count {
            if one.word(at: at) != other.word(at: at) { return false }
            at &+= 8
        }
        return true
    }

    /// True if both readers have the same length of more than four bytes, and are equal after the
    /// fourth byte.
    @inline(always)
    func hasSameTail(as other: ByteReader) -> Bool {
        guard count == other.count, count > 4 else { return false }
        if count <= 8 { return unsafe isSame(other, at: count &- 4, UInt32.self) }
        var index = 4
        while index < count &- 8 {
            guard unsafe isSame(other, at: index, UInt64.self) else { return false }
            index &+= 8
        }
        return unsafe isSame(other, at: count &- 8, UInt64.self)
    }

    /// True if two sources have the same word at an index; both must have enough bytes there.
    @unsafe
    @inline(always)
    private func isSame<Word: FixedWidthInteger & BitwiseCopyable>(
        _ other: ByteReader,
        at index: Int,
        _ type: Word.Type
    ) -> Bool {
        unsafe UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: type)
            == UnsafeRawPointer(other.base).loadUnaligned(fromByteOffset: index, as: type)
    }
}

// MARK: - Lending

extension ByteReader {
    /// Calls a function with a reader of an array's bytes, which is valid only during the call.
    @inline(always)
    static func lending<Result, Failure: Error>(
        _ bytes: [UInt8],
        _ body: (ByteReader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withUnsafeBufferPointer { buffer throws(Failure) in
            try body(unsafe ByteReader(buffer))
        }
    }

    /// Calls a function with a reader of a string's UTF-8, which is valid only during the call.
    @inline(always)
    static func lending<Result, Failure: Error>(
        _ text: String,
        _ body: (ByteReader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe text.utf8Span.span.withUnsafeBufferPointer { buffer throws(Failure) in
            try body(unsafe ByteReader(buffer))
        }
    }

    /// Calls a function with a reader of a collection's bytes, which is valid only during the call;
    /// the bytes are not copied if they are contiguous.
    @inline(always)
    static func lending<Result, Failure: Error>(
        _ bytes: some Collection<UInt8>,
        _ body: (ByteReader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var failure: Failure?
        let result: Result?? = bytes.withContiguousStorageIfAvailable { buffer in
            do throws(Failure) {
                return try body(unsafe ByteReader(buffer))
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

/// Methods that search eight bytes at once in a 64-bit word ("SIMD within a register").
///
/// A method that marks the bytes of one kind sets their high bits.
enum SWAR {
    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Marks quotation marks, backslashes and control characters; marks after the first may be
    /// wrong.
    @inline(always)
    static func ends(_ word: UInt64) -> UInt64 {
        // Exchanging 0x20 and 0x22 puts the quotation mark directly after the control characters.
        let low = (word ^ (0x02 &* ones)) &- (0x21 &* ones)
        let slash = (word ^ (0x5C &* ones)) &- ones
        return (low | slash) & ((word & highs) ^ highs)
    }

    /// Marks quotation marks, backslashes, control characters and bytes outside ASCII; marks after
    /// the first may be wrong.
    @inline(always)
    static func stops(_ word: UInt64) -> UInt64 {
        let low = (word ^ (0x02 &* ones)) &- (0x21 &* ones)
        let slash = (word ^ (0x5C &* ones)) &- ones
        return (low | slash | word) & highs
    }

    /// Returns a mask of all bits up to and including the first marked bit.
    @inline(always)
    static func through(_ lanes: UInt64) -> UInt64 { lanes ^ (lanes &- 1) }

    /// Returns the number of bytes before the first marked byte.
    @inline(always)
    static func count(before lanes: UInt64) -> Int { lanes.trailingZeroBitCount >> 3 }

    /// Marks bytes that are not digits, given each byte minus `0x30`; marks after the first may be
    /// wrong.
    @inline(always)
    static func nonDigits(_ values: UInt64) -> UInt64 {
        ((values &+ (0x76 &* ones)) | values) & highs
    }

    /// Returns the number that eight digits form, given each byte minus `0x30`, the first in the
    /// lowest byte.
    @inline(always)
    static func number(_ values: UInt64) -> UInt64 {
        let pairs = (values &* 10) &+ (values >> 8)
        let odd = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let even = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return (odd &+ even) >> 32
    }
}
