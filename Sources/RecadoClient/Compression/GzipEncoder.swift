// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoZlib
import RecadoHTTP

/// An encoder of gzip data (RFC 1952).
@safe
final class GzipEncoder {
    private let stream: UnsafeMutablePointer<z_stream>

    init() throws(TransportError) {
        // Level 6 is zlib's own compromise; the addend asks for gzip's header and check.
        guard let stream = unsafe recado_deflate_create(6, 15 + 16) else {
            throw TransportError(.failed, "no memory to compress")
        }
        unsafe self.stream = stream
    }

    deinit {
        unsafe recado_deflate_destroy(stream)
    }

    /// Encodes the beginning of some bytes.
    ///
    /// - Parameters:
    ///   - input: The bytes, from which those are removed that have been taken.
    ///   - isLast: Whether no more bytes follow these.
    /// - Returns: What came of them, at most one piece, and whether the data are complete.
    /// - Throws: An error if zlib refuses.
    func encode(
        _ input: inout ArraySlice<UInt8>,
        isLast: Bool
    ) throws(TransportError) -> DecodedPiece {
        var taken = UInt32(clamping: input.count)
        let finishes = isLast && Int(taken) == input.count
        var result = Z_OK
        var piece = DecodedPiece()
        piece.bytes = unsafe [UInt8](unsafeUninitializedCapacity: DecodedPiece.limit) {
            room,
            count in
            var written = UInt32(DecodedPiece.limit)
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
            throw TransportError(.failed, "the content cannot be compressed")
        }
        piece.isLast = result == Z_STREAM_END
        return piece
    }

    /// Encodes bytes at hand.
    static func encode(_ bytes: [UInt8]) throws(TransportError) -> [UInt8] {
        let encoder = try GzipEncoder()
        var input = bytes[...]
        var output: [UInt8] = []
        while true {
            let piece = try encoder.encode(&input, isLast: true)
            output += piece.bytes
            if piece.isLast { return output }
        }
    }
}

/// A source that compresses another one's content, no faster than it is read.
///
/// An actor, for an encoder must not be used by two tasks at once.
actor GzipSource: ContentSource {
    nonisolated let length: Int? = nil

    private let source: any ContentSource
    private var encoder: GzipEncoder?
    private var input: ArraySlice<UInt8> = []
    private var isLast = false
    private var isOver = false

    init(_ source: any ContentSource) {
        self.source = source
    }

    func next() async throws -> [UInt8]? {
        do {
            return try await read()
        } catch {
            (isOver, encoder, input) = (true, nil, [])
            throw error
        }
    }

    private func read() async throws -> [UInt8]? {
        while !isOver {
            if input.isEmpty, !isLast {
                if let piece = try await source.next() { input = piece[...] } else { isLast = true }
            }
            let encoder = try self.encoder ?? GzipEncoder()
            self.encoder = encoder
            let piece = try encoder.encode(&input, isLast: isLast)
            isOver = piece.isLast
            if !piece.bytes.isEmpty { return piece.bytes }
        }
        return nil
    }
}
