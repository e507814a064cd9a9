// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A mask that a client applies to its payloads, so that no proxy mistakes them for HTTP (RFC 6455
/// §5.3).
package struct WebSocketMask: Sendable, Hashable {
    /// The four bytes, the first of them in the lowest bits.
    private let word: UInt32

    /// Creates a mask of four random bytes.
    package init(_ word: UInt32) {
        self.word = word
    }

    /// Creates a mask of four bytes that arrived.
    package init(_ bytes: some Sequence<UInt8>) {
        word = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The four bytes in their order.
    package var key: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }

    /// Returns the mask for the bytes after the first `count` bytes.
    package func advanced(by count: Int) -> WebSocketMask {
        let shift = UInt32(count & 3) * 8
        return WebSocketMask(shift == 0 ? word : word >> shift | word << (32 - shift))
    }

    /// Masks bytes, or removes the mask from them.
    package func apply(to bytes: inout [UInt8], from start: Int = 0) {
        let pair = UInt64(word) << 32 | UInt64(word)
        let size = MemoryLayout<UInt64>.size
        unsafe bytes.withUnsafeMutableBytes { bytes in
            var index = start
            // Masks eight bytes at a time, in the same way on machines of either byte order.
            while index + size <= bytes.count {
                let value = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                unsafe bytes.storeBytes(
                    of: value ^ pair.littleEndian,
                    toByteOffset: index,
                    as: UInt64.self
                )
                index += size
            }
            while index < bytes.count {
                let shift = UInt32((index - start) & 3) * 8
                unsafe bytes[index] ^= UInt8(truncatingIfNeeded: word >> shift)
                index += 1
            }
        }
    }
}
