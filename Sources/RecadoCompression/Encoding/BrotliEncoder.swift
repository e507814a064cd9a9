// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(CRecadoBrotli)
import CRecadoBrotli

/// An encoder of Brotli data (RFC 7932).
package enum BrotliEncoder {
    /// Encodes bytes that are completely in memory.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - quality: The compression quality, from 0 (fastest) to 11 (smallest); 4 is about as fast
    ///     as gzip, and its output is smaller.
    /// - Returns: The encoded bytes.
    /// - Throws: An error if there is not enough memory or the data are too large.
    package static func encode(
        _ bytes: [UInt8],
        quality: Int = 4
    ) throws(CompressionError) -> [UInt8] {
        let room = BrotliEncoderMaxCompressedSize(bytes.count)
        // Zero means that the maximum size of the output exceeds the range of the integer type.
        guard room > 0 else { throw .failed }
        var isEncoded = false
        let encoded = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
            var size = room
            isEncoded = unsafe bytes.withUnsafeBufferPointer { input in
                unsafe recado_brotli_encode(
                    CInt(clamping: quality),
                    input.count,
                    input.baseAddress,
                    &size,
                    output.baseAddress
                )
            }
            count = isEncoded ? size : 0
        }
        guard isEncoded else { throw .outOfMemory }
        return encoded
    }
}
#endif
