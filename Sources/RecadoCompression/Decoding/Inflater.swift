// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoZlib

/// A decoder of gzip, zlib and raw deflate data (RFC 1952, RFC 1950, RFC 1951).
@safe
package final class Inflater: ContentDecoder {
    /// The format around the compressed data.
    package enum Wrapper: Sendable {
        case gzip
        case zlib
        case none

        /// The `windowBits` argument of zlib: 15 for the largest window, plus 16 for gzip, or
        /// negative for no wrapper.
        fileprivate var windowBits: CInt {
            switch self {
            case .gzip: 15 + 16
            case .zlib: 15
            case .none: -15
            }
        }
    }

    private let stream: UnsafeMutablePointer<z_stream>

    package init(_ wrapper: Wrapper) throws(CompressionError) {
        guard let stream = unsafe recado_inflate_create(wrapper.windowBits) else {
            throw CompressionError.outOfMemory
        }
        unsafe self.stream = stream
    }

    deinit {
        unsafe recado_inflate_destroy(stream)
    }

    package func decode(_ input: inout ArraySlice<UInt8>) throws(CompressionError) -> CodedPiece {
        var taken = UInt32(clamping: input.count)
        var result = Z_OK
        var piece = CodedPiece()
        piece.bytes = unsafe [UInt8](unsafeUninitializedCapacity: CodedPiece.limit) {
            room,
            count in
            var written = UInt32(CodedPiece.limit)
            unsafe input.withUnsafeBufferPointer { bytes in
                result = unsafe recado_inflate(
                    stream,
                    bytes.baseAddress,
                    &taken,
                    room.baseAddress,
                    &written
                )
            }
            count = Int(written)
        }
        input = input.dropFirst(Int(taken))
        switch result {
        case Z_OK, Z_BUF_ERROR: return piece
        case Z_STREAM_END:
            piece.isLast = true
            return piece
        case Z_MEM_ERROR: throw CompressionError.outOfMemory
        default: throw CompressionError.malformed
        }
    }
}

/// A decoder of the coding `deflate`, which means zlib's format, although many servers send raw
/// deflate data.
final class DeflateDecoder: ContentDecoder {
    private var start: [UInt8] = []
    private var inflater: Inflater?

    func decode(_ input: inout ArraySlice<UInt8>) throws(CompressionError) -> CodedPiece {
        if let inflater { return try inflater.decode(&input) }
        let missing = max(0, 2 - start.count)
        start += input.prefix(missing)
        input = input.dropFirst(missing)
        guard start.count == 2 else { return CodedPiece() }
        // RFC 1950 §2.2: the method is 8, and both bytes form a multiple of 31.
        let isWrapped = start[0] & 0x0F == 8 && (Int(start[0]) << 8 | Int(start[1])) % 31 == 0
        let inflater = try Inflater(isWrapped ? .zlib : .none)
        self.inflater = inflater
        // The inflater must also read the bytes that were kept to recognize the format.
        input = (start + input)[...]
        return try inflater.decode(&input)
    }
}
