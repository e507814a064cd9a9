// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The bytes written so far, in one block of memory that grows.
///
/// It begins in memory lent by the caller, usually on the stack, so that a small document needs no
/// allocation of its own. Every operation reserves memory before it writes; only `put` relies on
/// the memory that `reserve` provided, and is used only next to it.
@safe
struct OutputBuffer {
    private(set) var count = 0
    private var capacity: Int
    private var base: UnsafeMutablePointer<UInt8>
    /// True if all bytes are still in the lent memory.
    private(set) var isLent = true

    /// The number of bytes beyond the end that may be touched when words of eight bytes are
    /// written.
    private static let slack = 16

    init(lending buffer: UnsafeMutableBufferPointer<UInt8>) {
        unsafe base = buffer.baseAddress ?? .allocate(capacity: Self.slack)
        capacity = max(0, buffer.count - Self.slack)
    }

    /// The bytes that a function writes; if there are few, they are written on the stack.
    ///
    /// - Parameters:
    ///   - room: The number of bytes that fit on the stack.
    ///   - write: Writes them.
    /// - Returns: The bytes.
    @inline(__always)
    static func bytes(room: Int, _ write: (inout OutputBuffer) -> Void) -> [UInt8] {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { buffer in
            var output = unsafe OutputBuffer(lending: buffer)
            defer { output.release() }
            write(&output)
            return output.bytes
        }
    }

    /// The bytes, copied.
    var bytes: [UInt8] {
        unsafe [UInt8](UnsafeBufferPointer(start: base, count: count))
    }

    /// The bytes as text.
    var text: String {
        unsafe String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
    }

    /// Appends the bytes to others.
    func append(to bytes: inout [UInt8]) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
    }

    /// The bytes in a range, copied.
    func bytes(in range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        return unsafe [UInt8](
            UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
        )
    }

    /// Releases the memory; nothing may be written afterwards.
    mutating func release() {
        if !isLent { unsafe free(base) }
        (count, capacity, isLent) = (0, 0, true)
    }

    /// Removes everything after a length.
    @inline(__always)
    mutating func truncate(to length: Int) {
        if length < count { count = length }
    }

    // MARK: - Room

    /// Reserves memory for more bytes.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if capacity &- count < more { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        let (needed, overflows) = count.addingReportingOverflow(more)
        let size = max(overflows ? Int.max - Self.slack : needed, capacity * 2, 4096)
        // The C library moves large memory without copying it.
        let moved = unsafe realloc(isLent ? nil : base, size + Self.slack)
        // If there is no memory left, the standard library ends the program.
        let larger = unsafe moved?.assumingMemoryBound(to: UInt8.self) ?? .allocate(capacity: size)
        if isLent { unsafe larger.update(from: base, count: count) }
        unsafe base = larger
        capacity = size
        isLent = false
    }

    /// Writes a byte into memory that was reserved before.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        unsafe base[count] = byte
        count &+= 1
    }

    /// The address after the last byte, in memory that was reserved before.
    @inline(__always)
    var end: UnsafeMutablePointer<UInt8> { unsafe base + count }

    /// Counts bytes that were written at the end, in memory that was reserved before.
    @inline(__always)
    mutating func advance(by written: Int) {
        count &+= written
    }

    // MARK: - Bytes

    /// Appends a byte.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        put(byte)
    }

    /// Appends a piece of ASCII text known at compile time.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        unsafe end.update(from: text.utf8Start, count: length)
        count &+= length
    }

    /// Appends the UTF-8 of a text unchanged.
    mutating func append(verbatim text: String) {
        unsafe text.withUTF8Bytes { bytes in unsafe append(bytes) }
    }

    /// Appends bytes.
    mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }

    /// Appends bytes.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let address = bytes.baseAddress else { return }
        reserve(bytes.count)
        unsafe end.update(from: address, count: bytes.count)
        count &+= bytes.count
    }
}

extension String {
    /// Lends the UTF-8 of the text, without a copy if the storage allows it.
    @inline(__always)
    func withUTF8Bytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        // Unlike `withUTF8`, which may change the text, this counts no reference.
        if unsafe utf8.withContiguousStorageIfAvailable({ unsafe body($0) }) == nil {
            unsafe withCopiedUTF8Bytes(body)
        }
    }

    @inline(never)
    private func withCopiedUTF8Bytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        var text = self
        text.withUTF8 { unsafe body($0) }
    }
}
