// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A certificate with its key, by which a client shows a host who it is.
///
/// No description or reflection of the value shows the key or its passphrase.
public struct ClientIdentity: Sendable {
    package enum Form: Sendable {
        case pem(certificate: [UInt8], key: [UInt8])
        case pkcs12([UInt8])
    }

    package let form: Form
    package let passphrase: String?

    /// Creates an identity of a certificate and a key in PEM.
    ///
    /// Whether they fit together turns out with the first connection, which fails otherwise.
    ///
    /// - Parameters:
    ///   - certificate: The certificate, and those that lead from it to an authority.
    ///   - key: The key.
    ///   - passphrase: The passphrase that the key is encrypted with; nobody is ever asked for it.
    /// - Returns: The identity.
    public static func pem(
        certificate: [UInt8],
        key: [UInt8],
        passphrase: String? = nil
    ) -> ClientIdentity {
        ClientIdentity(form: .pem(certificate: certificate, key: key), passphrase: passphrase)
    }

    /// Creates an identity of the content of a file in PKCS #12 (RFC 7292).
    ///
    /// - Parameters:
    ///   - bytes: The content of the file, often called `.p12` or `.pfx`.
    ///   - passphrase: The passphrase that it is encrypted with.
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

    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
