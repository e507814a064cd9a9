// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The supported content codings, in order of preference (RFC 9110 §8.4.1, RFC 7932).
package enum ContentCoding: String, Sendable, CaseIterable {
    #if canImport(CRecadoBrotli)
    case brotli = "br"
    #endif
    case gzip
    case deflate

    /// The value of the Accept-Encoding field of requests: all supported codings.
    package static let offer = allCases.map(\.rawValue).joined(separator: ", ")

    /// Creates the coding with a name; `nil` if the name is unknown.
    package init?(name: some StringProtocol) {
        let name = name.lowercased()
        // RFC 9110 §8.4.1.3: an old name of gzip.
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }

    package func makeDecoder() throws(CompressionError) -> any ContentDecoder {
        switch self {
        case .gzip: try Inflater(.gzip)
        case .deflate: DeflateDecoder()
        #if canImport(CRecadoBrotli)
        case .brotli: try BrotliDecoder()
        #endif
        }
    }

    /// Decodes content that is completely in memory.
    ///
    /// - Parameters:
    ///   - bytes: The content; for gzip, a single member.
    ///   - limit: The maximum number of decoded bytes.
    /// - Returns: The decoded content; `nil` if the content ends early, has bytes after its end or
    ///   exceeds the limit.
    /// - Throws: An error if the data are malformed.
    package func decoded(_ bytes: [UInt8], limit: Int) throws(CompressionError) -> [UInt8]? {
        let decoder = try makeDecoder()
        var input = bytes[...]
        var output: [UInt8] = []
        while true {
            let before = input.count
            let piece = try decoder.decode(&input)
            output += piece.bytes
            if output.count > limit { return nil }
            if piece.isLast { return input.isEmpty ? output : nil }
            if piece.bytes.isEmpty, input.count == before { return nil }
        }
    }
}
