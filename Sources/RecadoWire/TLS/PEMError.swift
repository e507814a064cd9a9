// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A text in PEM form that cannot be used.
package enum PEMError: Error, Sendable, Hashable {
    /// The file cannot be read, because of an error of the system.
    case unreadable(code: Int32)
    /// The file is larger than any file of its kind.
    case tooLarge
    /// There is no certificate in it.
    case noCertificate
    /// There is no private key in it.
    case noKey
    /// The private key is encrypted with another passphrase, or with an unknown one.
    case encryptedKey
    /// The text between the markers is no certificate or key, or is of an unknown kind.
    case malformed
}
