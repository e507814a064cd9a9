// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoHTTP

/// The choice of a content coding for an answer (RFC 9110 §12.5.3).
enum CodingChoice {
    /// The least number of bytes that is compressed; shorter content fits into one packet with its
    /// header section anyway.
    static let leastBytes = 1_024

    /// The content codings of answers, the most effective first.
    private static let codings = ContentCoding.allCases.filter { $0 != .deflate }

    /// Returns the coding that the client prefers; `nil` if the content is to be sent uncoded.
    ///
    /// Among equally preferred codings, the most effective one is chosen.
    static func best(for request: Request) -> ContentCoding? {
        liked(by: request).first
    }

    /// Returns the codings that the client likes at least as well as uncoded content, best first.
    static func liked(by request: Request) -> [ContentCoding] {
        guard request.fields.contains(.acceptEncoding) else { return [] }
        let accepted = QualityValues(request.fields[list: .acceptEncoding])
        let least = accepted.quality(of: "identity") ?? .none
        let qualities = codings.compactMap { coding in
            accepted.quality(of: coding.rawValue).map { (coding: coding, quality: $0) }
        }
        let liked = qualities.filter { $0.quality > .none && $0.quality >= least }
        // The sort is stable, so that the more effective of equally preferred codings comes first.
        return liked.sorted { $0.quality > $1.quality }.map(\.coding)
    }

    /// True if compression makes content of this type smaller: text shrinks, but most pictures are
    /// already compressed.
    static func isWorthwhile(_ type: MediaType) -> Bool {
        type.type == "text" || type.isJSON || type.isXML
            || ["application/javascript", "image/svg+xml", "application/wasm"].contains(
                type.essence
            )
    }

    /// Compresses content; returns `nil` if that fails or does not make the content smaller.
    ///
    /// The levels are chosen so that all codings take about the same time.
    static func compress(_ content: [UInt8], _ coding: ContentCoding) -> [UInt8]? {
        let compressed: [UInt8]?
        switch coding {
        case .gzip: compressed = try? Gzip.compress(content, level: 6)
        #if canImport(CRecadoBrotli) || os(Linux)
        case .brotli: compressed = try? BrotliEncoder.encode(content, quality: 4)
        #endif
        default: compressed = nil
        }
        return compressed.flatMap { $0.count < content.count ? $0 : nil }
    }
}
