// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import RecadoHTTP

/// The choice of a content coding for an answer (RFC 9110 §12.5.3).
enum CodingChoice {
    /// Content of fewer bytes is sent as it is: with its header section it fits one packet anyway.
    static let leastBytes = 1_024

    /// Content of more bytes is compressed where it holds up no connection of the loop.
    static let mostBytesOnLoop = 65_536

    /// The codings that answers are sent in, the best first.
    private static let codings = ContentCoding.allCases.filter { $0 != .deflate }

    /// The coding that the client likes best; `nil` for none at all.
    ///
    /// Of codings that are liked equally, the one that makes content smaller is taken.
    static func best(for request: Request) -> ContentCoding? {
        guard request.fields.contains(.acceptEncoding) else { return nil }
        let accepted = QualityValues(request.fields[list: .acceptEncoding])
        let least = accepted.quality(of: "identity") ?? .none
        var best: (coding: ContentCoding, quality: Quality)?
        for coding in codings {
            guard let quality = accepted.quality(of: coding.rawValue), quality > .none,
                quality >= least, best.map({ quality > $0.quality }) ?? true
            else { continue }
            best = (coding, quality)
        }
        return best?.coding
    }

    /// Whether content of a type becomes smaller: text does, pictures are compressed already.
    static func isWorthwhile(_ type: MediaType) -> Bool {
        type.type == "text" || type.isJSON || type.isXML
            || ["application/javascript", "image/svg+xml", "application/wasm"].contains(
                type.essence
            )
    }

    /// Compresses content; `nil` if it cannot be, or becomes no smaller.
    ///
    /// The levels are those at which both are about as fast.
    static func compress(_ content: [UInt8], _ coding: ContentCoding) -> [UInt8]? {
        let compressed: [UInt8]?
        switch coding {
        case .gzip: compressed = try? GzipEncoder.encode(content, level: 6)
        #if canImport(CRecadoBrotli) || os(Linux)
        case .brotli: compressed = try? BrotliEncoder.encode(content, quality: 4)
        #endif
        default: compressed = nil
        }
        return compressed.flatMap { $0.count < content.count ? $0 : nil }
    }
}
