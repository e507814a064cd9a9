// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension OutputSpan<UInt8> {
    /// Appends bytes all at once; the span must have room for them.
    @inline(__always)
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }

    /// Appends the bytes of a text all at once; the span must have room for them.
    @inline(__always)
    package mutating func append(_ text: StaticString) {
        unsafe append(
            UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }

    @inline(__always)
    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe withUnsafeMutableBufferPointer { room, count in
            let rest = room.extracting(count..<room.count)
            _ = unsafe rest.initialize(fromContentsOf: bytes)
            count += bytes.count
        }
    }
}
