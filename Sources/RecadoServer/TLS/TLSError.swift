// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
public import RecadoHTTP

/// An error in the certificates, keys or authorities of a server.
public struct TLSError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of faults.
    @nonexhaustive
    public enum Reason: Sendable, Hashable {
        /// The file cannot be read, because of this system error.
        case unreadable(code: Int32)
        /// The file is larger than 1 MiB, more than any such file needs.
        case tooLarge
        /// The file contains no certificate.
        case noCertificate
        /// The file contains no private key.
        case noKey
        /// The private key is encrypted, and a server cannot ask anybody for its password.
        case encryptedKey
        /// The text between the markers is not a certificate or key, or is of an unknown kind.
        case malformed
        /// The private key belongs to another certificate.
        case keyMismatch
        /// The certificate has expired; it was valid until this date.
        case expired(HTTPDate)
        /// The certificate is valid only from this date.
        case notYetValid(HTTPDate)
        /// The certificate's key or signature is too weak to be trusted by today's clients.
        case tooWeak
        /// OpenSSL failed with this message.
        case library(String)
    }

    /// The file, or another description of the fault's location.
    public let place: String
    /// The kind of the fault.
    public let reason: Reason

    init(_ place: String, _ reason: Reason) {
        self.place = place
        self.reason = reason
    }

    /// The fault and its place, in one line.
    public var description: String {
        switch reason {
        case .unreadable(ENOENT), .unreadable(ENOTDIR): "\(place) does not exist"
        case .unreadable(EACCES): "\(place) may not be read by this user"
        case .unreadable(let code): "\(place) cannot be read: system error \(code)"
        case .tooLarge: "\(place) is larger than 1 MiB"
        case .noCertificate: "\(place) has no certificate in PEM form"
        case .noKey: "\(place) has no private key in PEM form"
        case .encryptedKey: "\(place) has an encrypted key; decrypt it and guard the file instead"
        case .malformed: "\(place) has a damaged certificate or key"
        case .keyMismatch: "\(place) is the key of another certificate"
        case .expired(let date): "\(place) has a certificate that expired on \(date)"
        case .notYetValid(let date): "\(place) has a certificate that is not valid before \(date)"
        case .tooWeak: "\(place) has a certificate whose key or signature is too weak"
        case .library(let word): "\(place): OpenSSL failed: \(word)"
        }
    }
}
