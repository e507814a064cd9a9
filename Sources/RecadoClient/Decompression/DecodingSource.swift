// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoHTTP
import RecadoTransport

/// A source that decodes the content of another source as it is read.
///
/// It is an actor because two tasks must not use a decoder at once.
actor DecodingSource: ContentSource {
    nonisolated let length: Int? = nil

    private let source: any ContentSource
    private let limits: DecompressionLimits
    private let coding: ContentCoding
    private var decoder: (any ContentDecoder)?
    private var input: ArraySlice<UInt8> = []
    private var taken = 0
    private var yielded = 0
    private var isOver = false
    /// True if the last output was full, so that the decoder may hold more.
    private var holdsMore = false

    init(_ source: any ContentSource, _ coding: ContentCoding, _ limits: DecompressionLimits) {
        self.source = source
        self.coding = coding
        self.limits = limits
    }

    func next() async throws -> [UInt8]? {
        do {
            return try await read()
        } catch {
            // After a failure, the source is not read again.
            (isOver, decoder, input) = (true, nil, [])
            throw (error as? CompressionError).map(TransportError.init) ?? error
        }
    }

    private func read() async throws -> [UInt8]? {
        while !isOver {
            // A few bytes can expand to many gigabytes, so cancellation is checked before each part
            // of the output.
            try Task.checkCancellation()
            if input.isEmpty, !holdsMore {
                guard try await refill() else { return nil }
            }
            let decoder = try self.decoder ?? coding.makeDecoder()
            self.decoder = decoder
            let before = input.count
            let piece = try decoder.decode(&input)
            holdsMore = piece.bytes.count == CodedPiece.limit && !piece.isLast
            if piece.isLast { try await finish() }
            if piece.bytes.isEmpty {
                guard piece.isLast || input.count < before || input.isEmpty else {
                    throw TransportError(.undecodable, "malformed \(coding.rawValue) content")
                }
                continue
            }
            try count(piece.bytes.count)
            return piece.bytes
        }
        return nil
    }

    /// Reads more bytes to decode; returns false if the content is empty, and throws if it ends
    /// early.
    private func refill() async throws -> Bool {
        if let piece = try await source.next() {
            taken += piece.count
            input = piece[...]
            return true
        }
        isOver = true
        // Some servers name a coding even if the content is empty.
        guard taken == 0 else {
            throw TransportError(.undecodable, "the \(coding.rawValue) content ends early")
        }
        return false
    }

    /// Checks the bytes after the end of the encoded data: after a gzip member, another gzip member
    /// may follow; any other bytes are an error.
    private func finish() async throws {
        decoder = nil
        if input.isEmpty {
            guard let piece = try await source.next() else {
                isOver = true
                return
            }
            taken += piece.count
            input = piece[...]
        }
        // RFC 1952 §2.2: each gzip member begins with this byte.
        guard coding == .gzip, input.first == 0x1F else {
            throw TransportError(.undecodable, "something follows the \(coding.rawValue) content")
        }
    }

    private func count(_ bytes: Int) throws {
        yielded += bytes
        guard yielded <= limits.bytes else { throw ContentTooLarge(limit: limits.bytes) }
        guard yielded > limits.allowance else { return }
        let (most, isBeyond) = taken.multipliedReportingOverflow(by: max(limits.ratio, 1))
        guard isBeyond || yielded <= most else {
            throw TransportError(
                .undecodable,
                "the content is more than \(limits.ratio) times its compressed size"
            )
        }
    }
}
