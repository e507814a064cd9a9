// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoHTTP

/// The hash functions of the Digest scheme (RFC 7616 §6.1).
enum DigestAlgorithm: String, Sendable, Hashable, CaseIterable {
    case md5 = "MD5"
    case sha256 = "SHA-256"
    case sha512Truncated = "SHA-512-256"

    private var function: HashFunction {
        switch self {
        case .md5: .md5
        case .sha256: .sha256
        case .sha512Truncated: .sha512Truncated
        }
    }

    /// True if the cryptographic library of the system has the hash function.
    var isAvailable: Bool { MessageHasher(function) != nil }

    /// Returns the hash of some bytes, in hexadecimal; empty if the function is unavailable.
    func hash(_ bytes: [UInt8]) -> String { Hexadecimal.text(function.hash(bytes) ?? []) }

    /// Returns the hash of a text in UTF-8, in hexadecimal.
    func hash(_ text: String) -> String { hash(Array(text.utf8)) }
}
