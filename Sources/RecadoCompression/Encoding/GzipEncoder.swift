// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoZlib

/// An encoder of gzip data (RFC 1952).
@safe
package final class GzipEncoder {
    private let stream: UnsafeMutablePointer<z_stream>

    /// Creates an encoder with a level from 1 to 9; 6 is zlib's own compromise.
    package init(level: Int = 6) throws(CompressionError) {
        // Adding 16 to the window bits requests the gzip header and checksum.
        guard let stream = unsafe recado_deflate_create(CInt(clamping: level), 15 + 16) else {
            throw CompressionError.outOfMemory
        }
        unsafe self.stream = stream
    }

    deinit {
        unsafe recado_deflate_destroy(stream)
    }

    /// Encodes bytes until the output reaches ``CodedPiece/limit`` or the input is used up.
    ///
    /// - Parameters:
    ///   - input: The bytes to encode; the bytes that have been encoded are removed from it.
    ///   - isLast: True if no more bytes follow these.
    /// - Returns: The encoded bytes, and whether the gzip data are complete.
    /// - Throws: An error if zlib reports one.
    package func encode(
        _ input: inout ArraySlice<UInt8>,
        isLast: Bool
    ) throws(CompressionError) -> CodedPiece {
        var taken = UInt32(clamping: input.count)
        let finishes = isLast && Int(taken) == input.count
        var result = Z_OK
        var piece = CodedPiece()
        piece.bytes = unsafe [UInt8](unsafeUninitializedCapacity: CodedPiece.limit) {
            room,
            count in
            var written = UInt32(CodedPiece.limit)
            unsafe input.withUnsafeBufferPointer { bytes in
                result = unsafe recado_deflate(
                    stream,
                    bytes.baseAddress,
                    &taken,
                    room.baseAddress,
                    &written,
                    finishes ? Z_FINISH : Z_NO_FLUSH
                )
            }
            count = Int(written)
        }
        input = input.dropFirst(Int(taken))
        guard result == Z_OK || result == Z_BUF_ERROR || result == Z_STREAM_END else {
            throw CompressionError.failed
        }
        piece.isLast = result == Z_STREAM_END
        return piece
    }
}
