// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A text in PEM form that cannot be used.
package enum PEMError: Error, Sendable, Hashable {
    /// The file cannot be read, by an error of the system's.
    case unreadable(code: Int32)
    /// The file is larger than any of its kind.
    case tooLarge
    /// There is no certificate in it.
    case noCertificate
    /// There is no private key in it.
    case noKey
    /// The private key is encrypted, with another passphrase or with one that is not known.
    case encryptedKey
    /// The text between the markers is no certificate or key, or of a kind that is not known.
    case malformed
}
