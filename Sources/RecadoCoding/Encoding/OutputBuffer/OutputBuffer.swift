// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An output buffer: one growing block of memory with the bytes written so far.
///
/// The buffer starts in memory that the caller provides, usually on the stack, so that a small
/// document needs no allocation. Every operation reserves memory before it writes, except `put`,
/// which relies on a preceding `reserve`.
@safe
struct OutputBuffer {
    private(set) var count = 0
    private var capacity: Int
    private var base: UnsafeMutablePointer<UInt8>
    /// True if all bytes are still in the caller's memory.
    private(set) var isLent = true

    /// The number of spare bytes after the capacity, into which writes of whole words may extend.
    private static let slack = 16

    init(lending buffer: UnsafeMutableBufferPointer<UInt8>) {
        unsafe base = buffer.baseAddress ?? .allocate(capacity: Self.slack)
        capacity = max(0, buffer.count - Self.slack)
    }

    /// Returns the bytes that a function writes; if there are few, they are collected on the stack.
    ///
    /// - Parameters:
    ///   - room: The number of bytes that fit on the stack.
    ///   - write: Writes the bytes.
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

    /// A copy of the bytes that have been written.
    var bytes: [UInt8] {
        unsafe [UInt8](UnsafeBufferPointer(start: base, count: count))
    }

    /// The bytes that have been written, as text.
    var text: String {
        unsafe String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
    }

    /// Appends the bytes to an array.
    func append(to bytes: inout [UInt8]) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
    }

    /// Copies the bytes in a range.
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

    /// Removes all bytes after the first `length`.
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
        // For large blocks, the C library can remap the memory instead of copying it.
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

    /// Counts bytes that were written at `end`, in memory that was reserved before.
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
    /// Calls a function with the UTF-8 of the text, which is not copied if it is contiguous.
    @inline(__always)
    func withUTF8Bytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        // Unlike `withUTF8`, which is mutating, this needs no reference counting.
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
