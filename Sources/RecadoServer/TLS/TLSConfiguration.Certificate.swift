// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TLSConfiguration {
    /// The source of PEM text (RFC 7468).
    public enum Source: Sendable, Hashable, CustomStringConvertible {
        /// A file, read when the server starts and when its certificates are reloaded.
        case file(String)
        /// The text itself.
        case bytes([UInt8])

        /// The path, or a note that the text is in memory; never the text itself.
        public var description: String {
            switch self {
            case .file(let path): path
            case .bytes: "the PEM text in memory"
            }
        }
    }

    /// A certificate with its private key.
    public struct Certificate: Sendable, Hashable {
        /// The certificate, followed by the intermediate certificates up to an authority, without
        /// the authority's own.
        public var chain: Source
        /// The certificate's private key, not encrypted.
        public var key: Source

        /// Creates a certificate from its parts.
        ///
        /// - Parameters:
        ///   - chain: The certificate, followed by the intermediate certificates up to an
        ///     authority.
        ///   - key: The certificate's private key, not encrypted.
        public init(chain: Source, key: Source) {
            self.chain = chain
            self.key = key
        }
    }
}
