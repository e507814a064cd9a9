// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The certificate that proves the identity of the other end of a connection (RFC 5280).
///
/// The certificate has been verified: an authority that the server trusts has issued it, it was
/// valid when the connection began, and the client has proved that it has the private key. The
/// names are only as trustworthy as the authority.
public struct PeerCertificate: Sendable, Hashable, CustomStringConvertible {
    /// A subject alternative name (RFC 5280 §4.2.1.6).
    public enum AlternativeName: Sendable, Hashable {
        /// A host: `printer.example`.
        case host(String)
        /// An e-mail address: `robin@example.org`.
        case email(String)
        /// A URI: `spiffe://example.org/billing`.
        case uri(String)
        /// An IP address, as four or sixteen bytes.
        case address([UInt8])
    }

    // The storage is a single reference, so that a peer is cheap to copy. Each request copies its
    // peer, but only about one in a hundred has a certificate.
    private final class Storage: Sendable {
        let subject: String
        let names: [AlternativeName]
        let fingerprint: [UInt8]
        let serialNumber: String
        let expiry: HTTPDate

        init(
            _ subject: String,
            _ names: [AlternativeName],
            _ fingerprint: [UInt8],
            _ serialNumber: String,
            _ expiry: HTTPDate
        ) {
            self.subject = subject
            self.names = names
            self.fingerprint = fingerprint
            self.serialNumber = serialNumber
            self.expiry = expiry
        }
    }

    private let storage: Storage

    /// Creates a description of a certificate.
    ///
    /// - Parameters:
    ///   - subject: The name of the certificate's owner, in the form of RFC 2253.
    ///   - names: The subject alternative names.
    ///   - fingerprint: The SHA-256 digest of the certificate's DER form, 32 bytes.
    ///   - serialNumber: The number that the authority has given the certificate, in uppercase
    ///     hexadecimal digits.
    ///   - expiry: The last moment at which the certificate is valid.
    public init(
        subject: String,
        names: [AlternativeName],
        fingerprint: [UInt8],
        serialNumber: String,
        expiry: HTTPDate
    ) {
        storage = Storage(subject, names, fingerprint, serialNumber, expiry)
    }

    /// The name of the certificate's owner, in the form of RFC 2253: `CN=robin,O=Videoclub`.
    public var subject: String { storage.subject }
    /// The subject alternative names, in their order.
    public var names: [AlternativeName] { storage.names }
    /// The SHA-256 digest of the certificate's DER form, 32 bytes; it identifies the certificate.
    public var fingerprint: [UInt8] { storage.fingerprint }
    /// The number that the authority has given the certificate, in uppercase hexadecimal digits.
    public var serialNumber: String { storage.serialNumber }
    /// The last moment at which the certificate is valid.
    public var expiry: HTTPDate { storage.expiry }

    /// The subject and the serial number.
    public var description: String { "\(subject) (\(serialNumber))" }

    /// True if both certificates have the same fingerprint.
    public static func == (one: PeerCertificate, other: PeerCertificate) -> Bool {
        one.fingerprint == other.fingerprint
    }

    /// Hashes the fingerprint.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fingerprint)
    }
}
