// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A certificate with its key, by which a client proves its identity to a host.
///
/// No description or reflection of the value shows the key or its passphrase.
public struct ClientIdentity: Sendable {
    package enum Form: Sendable {
        case pem(certificate: [UInt8], key: [UInt8])
        case pkcs12([UInt8])
    }

    package let form: Form
    package let passphrase: String?

    /// Creates an identity from a certificate and a key in PEM.
    ///
    /// The key is not checked against the certificate here; if they do not match, connections fail.
    ///
    /// - Parameters:
    ///   - certificate: The certificate, followed by the intermediate certificates that lead from
    ///     it to an authority.
    ///   - key: The key.
    ///   - passphrase: The passphrase that encrypts the key, which is needed here because the user
    ///     is never asked for it; `nil` if the key is not encrypted.
    /// - Returns: The identity.
    public static func pem(
        certificate: [UInt8],
        key: [UInt8],
        passphrase: String? = nil
    ) -> ClientIdentity {
        ClientIdentity(form: .pem(certificate: certificate, key: key), passphrase: passphrase)
    }

    /// Creates an identity from the content of a file in PKCS #12 (RFC 7292).
    ///
    /// - Parameters:
    ///   - bytes: The content of the file, often called `.p12` or `.pfx`.
    ///   - passphrase: The passphrase that encrypts the content.
    /// - Returns: The identity.
    public static func pkcs12(_ bytes: [UInt8], passphrase: String?) -> ClientIdentity {
        ClientIdentity(form: .pkcs12(bytes), passphrase: passphrase)
    }
}

extension ClientIdentity: CustomStringConvertible, CustomReflectable {
    /// The format of the identity, without any of its content.
    public var description: String {
        switch form {
        case .pem: "ClientIdentity(PEM)"
        case .pkcs12: "ClientIdentity(PKCS #12)"
        }
    }

    /// An empty mirror, so that a dump shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
