// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(CRecadoBrotli)
import CRecadoBrotli

/// A decoder of Brotli data (RFC 7932).
@safe
final class BrotliDecoder: ContentDecoder {
    private let state: OpaquePointer

    init() throws(CompressionError) {
        guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else {
            throw CompressionError.outOfMemory
        }
        unsafe self.state = state
    }

    deinit {
        unsafe BrotliDecoderDestroyInstance(state)
    }

    func decode(_ input: inout ArraySlice<UInt8>) throws(CompressionError) -> CodedPiece {
        var left = input.count
        var result = BROTLI_DECODER_RESULT_ERROR
        var piece = CodedPiece()
        piece.bytes = unsafe [UInt8](unsafeUninitializedCapacity: CodedPiece.limit) {
            room,
            count in
            var space = CodedPiece.limit
            var output = room.baseAddress
            unsafe input.withUnsafeBufferPointer { bytes in
                var next = bytes.baseAddress
                result = unsafe BrotliDecoderDecompressStream(
                    state,
                    &left,
                    &next,
                    &space,
                    &output,
                    nil
                )
            }
            count = CodedPiece.limit - space
        }
        input = input.suffix(left)
        switch result {
        case BROTLI_DECODER_RESULT_SUCCESS: piece.isLast = true
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT, BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: break
        default: throw CompressionError.malformed
        }
        return piece
    }
}
#endif
