// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The certificate authorities that a transport trusts to confirm the identity of a host.
///
/// The name of the host and the dates of its certificate are always checked, too.
public struct Trust: Sendable, Hashable {
    package enum Authorities: Sendable, Hashable {
        case system
        case file(String)
        case bytes([UInt8])
    }

    package let authorities: Authorities

    private init(_ authorities: Authorities) {
        self.authorities = authorities
    }

    /// The certificate authorities that the system trusts.
    public static let system = Trust(.system)

    /// Returns trust in only the certificate authorities in a file.
    ///
    /// A transport may read the file for every connection, or once a day.
    ///
    /// - Parameter path: The path of a file in PEM.
    /// - Returns: The trust in these authorities.
    public static func authorities(file path: String) -> Trust { Trust(.file(path)) }

    /// Returns trust in only the given certificate authorities, which may include self-signed
    /// certificates.
    ///
    /// They are parsed for each new connection, so pass only a few, not the hundreds that a system
    /// trusts.
    ///
    /// - Parameter pem: Certificates in PEM, one after another.
    /// - Returns: The trust in these authorities.
    public static func authorities(pem: [UInt8]) -> Trust { Trust(.bytes(pem)) }

    /// Returns trust in only the given certificate authorities, which may include self-signed
    /// certificates.
    ///
    /// - Parameter pem: Certificates in PEM, one after another.
    /// - Returns: The trust in these authorities.
    public static func authorities(pem: String) -> Trust { Trust(.bytes(Array(pem.utf8))) }
}
