// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Something that undoes one content coding, piece by piece (RFC 9110 §8.4.1).
protocol ContentDecoder: AnyObject {
    /// Decodes the beginning of some bytes.
    ///
    /// - Parameter input: The bytes, from which those are removed that have been taken.
    /// - Returns: What came of them, at most one piece, and whether the coding has ended.
    /// - Throws: An error for what the coding does not allow.
    func decode(_ input: inout ArraySlice<UInt8>) throws(TransportError) -> DecodedPiece
}

/// What comes of one step of decoding.
struct DecodedPiece {
    /// The most that one step yields, in bytes: what one reading of a file or a socket yields.
    static let limit = 65_536

    var bytes: [UInt8] = []
    var isLast = false
}

/// The codings that are known, the best first (RFC 9110 §8.4.1, RFC 7932).
enum ContentCoding: String, CaseIterable {
    #if canImport(CRecadoBrotli)
    case brotli = "br"
    #endif
    case gzip
    case deflate

    /// What a request offers.
    static let offer = allCases.map(\.rawValue).joined(separator: ", ")

    /// The coding of a name; `nil` for an unknown one.
    init?(name: some StringProtocol) {
        let name = name.lowercased()
        // RFC 9110 §8.4.1.3: an old name of the same.
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }

    func makeDecoder() throws(TransportError) -> any ContentDecoder {
        switch self {
        case .gzip: try Inflater(.gzip)
        case .deflate: DeflateDecoder()
        #if canImport(CRecadoBrotli)
        case .brotli: try BrotliDecoder()
        #endif
        }
    }
}
