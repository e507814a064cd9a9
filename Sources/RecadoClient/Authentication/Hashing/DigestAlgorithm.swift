// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The hash functions of the Digest scheme (RFC 7616 §6.1).
///
/// They are written here so that the client needs no library for a few hundred bytes per call. None of
/// them guards stored passwords.
enum DigestAlgorithm: String, Sendable, Hashable, CaseIterable {
    case md5 = "MD5"
    case sha256 = "SHA-256"
    case sha512Truncated = "SHA-512-256"

    /// The hash of some bytes, in hexadecimal digits.
    func hash(_ bytes: [UInt8]) -> String {
        switch self {
        case .md5: Hexadecimal.text(MD5.hash(bytes))
        case .sha256: Hexadecimal.text(SHA256.hash(bytes))
        case .sha512Truncated: Hexadecimal.text(SHA512Truncated.hash(bytes))
        }
    }

    /// The hash of a text's UTF-8, in hexadecimal digits.
    func hash(_ text: String) -> String { hash(Array(text.utf8)) }
}
