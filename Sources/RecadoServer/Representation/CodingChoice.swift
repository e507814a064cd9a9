// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoHTTP

/// The choice of a content coding for an answer (RFC 9110 §12.5.3).
enum CodingChoice {
    /// Content of fewer bytes is not compressed: with its header section, it fits into one packet
    /// anyway.
    static let leastBytes = 1_024

    /// The codings that answers are sent in, the best first.
    private static let codings = ContentCoding.allCases.filter { $0 != .deflate }

    /// The coding that the client prefers; `nil` if the content is to be sent without one.
    ///
    /// Among equally preferred codings, the one that makes content smaller is chosen.
    static func best(for request: Request) -> ContentCoding? {
        liked(by: request).first
    }

    /// The codings that the client accepts and prefers at least as much as content without coding,
    /// the best first.
    static func liked(by request: Request) -> [ContentCoding] {
        guard request.fields.contains(.acceptEncoding) else { return [] }
        let accepted = QualityValues(request.fields[list: .acceptEncoding])
        let least = accepted.quality(of: "identity") ?? .none
        let qualities = codings.compactMap { coding in
            accepted.quality(of: coding.rawValue).map { (coding: coding, quality: $0) }
        }
        let liked = qualities.filter { $0.quality > .none && $0.quality >= least }
        // The sort is stable: of equally preferred codings the better one comes first.
        return liked.sorted { $0.quality > $1.quality }.map(\.coding)
    }

    /// True if content of a type becomes smaller: text does, pictures are compressed already.
    static func isWorthwhile(_ type: MediaType) -> Bool {
        type.type == "text" || type.isJSON || type.isXML
            || ["application/javascript", "image/svg+xml", "application/wasm"].contains(
                type.essence
            )
    }

    /// Compresses content; `nil` if that fails, or does not make it smaller.
    ///
    /// At the chosen levels, the codings are about equally fast.
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
