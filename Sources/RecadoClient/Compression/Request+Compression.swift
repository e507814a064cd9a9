// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoHTTP
import RecadoTransport
import Synchronization

extension Request {
    /// Compresses the content if that makes it smaller (RFC 9110 §8.4.1.3).
    ///
    /// For content in memory, both sizes are compared. For a stream, only the compression of its
    /// beginning is measured, and the result applies to the whole.
    ///
    /// - Throws: An error of the kind `contentFailed` if the stream fails at its beginning.
    mutating func compress() async throws(TransportError) {
        guard !fields.contains(.contentEncoding), content.length ?? .max >= Content.leastToCompress,
            let compressed = try await compressed()
        else { return }
        content = compressed
        fields[.contentEncoding] = "gzip"
        // The removed field holds the length before compression.
        fields.removeAll(.contentLength)
    }

    private mutating func compressed() async throws(TransportError) -> Content? {
        if let bytes = content.bytes {
            let compressed = try Self.gzip(bytes)
            return compressed.count < bytes.count ? Content(compressed) : nil
        }
        let (original, source) = (content, content.makeSource())
        let sample = try await Self.sample(of: source)
        let size = sample.reduce(0) { $0 + $1.count }
        let isWorthwhile = try Self.gzip(sample.flatMap { $0 }).count < size / 10 * 9
        if original.isReplayable {
            guard isWorthwhile else { return nil }
            return Content(length: nil) { GzipSource(original.makeSource()) }
        }
        // The bytes that were read as a sample must still be sent.
        let whole = PrefixedSource(sample, then: source)
        guard isWorthwhile else {
            content = Content(reading: whole)
            return nil
        }
        return Content(reading: GzipSource(whole))
    }

    private static func gzip(_ bytes: [UInt8]) throws(TransportError) -> [UInt8] {
        do throws(CompressionError) {
            return try Gzip.compress(bytes)
        } catch {
            throw TransportError(error)
        }
    }

    private static func sample(
        of source: any ContentSource
    ) async throws(TransportError) -> [[UInt8]] {
        var sample: [[UInt8]] = []
        var size = 0
        do {
            while size < Content.sampleSize, let piece = try await source.next() {
                sample.append(piece)
                size += piece.count
            }
        } catch is CancellationError {
            throw TransportError(.cancelled)
        } catch {
            throw TransportError(.contentFailed, "\(type(of: error))")
        }
        return sample
    }
}

extension Content {
    /// The minimum number of bytes to compress: fewer fit into one packet, and gzip adds 18 bytes.
    fileprivate static let leastToCompress = 256
    /// The number of bytes at the start of a stream that are compressed as a sample.
    fileprivate static let sampleSize = 1 << 16
}

/// A source that first delivers bytes that were already read, and then the rest of the content.
private final class PrefixedSource: ContentSource {
    private let pieces: Mutex<ArraySlice<[UInt8]>>
    private let source: any ContentSource
    let length: Int?

    init(_ pieces: [[UInt8]], then source: any ContentSource) {
        self.pieces = Mutex(pieces[...])
        self.source = source
        length = source.length
    }

    func next() async throws -> [UInt8]? {
        if let piece = pieces.withLock({ $0.popFirst() }) { return piece }
        return try await source.next()
    }
}
