// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error for PEM text that cannot be used.
package enum PEMError: Error, Sendable, Hashable {
    /// The file cannot be read, because of a system error (`errno`).
    case unreadable(code: Int32)
    /// The file is larger than the limit for PEM text.
    case tooLarge
    /// The text contains no certificate.
    case noCertificate
    /// The text contains no private key.
    case noKey
    /// The private key is encrypted, and the passphrase is wrong or missing.
    case encryptedKey
    /// The text between the markers is not a certificate or key, or is of an unknown kind.
    case malformed
}
