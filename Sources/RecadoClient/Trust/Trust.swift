// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The certificate authorities that a transport trusts to confirm the identity of a host.
///
/// The name of a host and the dates of its certificate are checked in any case.
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

    /// The certificate authorities in a file, and no other.
    ///
    /// A transport may read it anew for every connection, or once in a day.
    ///
    /// - Parameter path: The path of a file in PEM.
    /// - Returns: The trust in them.
    public static func authorities(file path: String) -> Trust { Trust(.file(path)) }

    /// The given certificate authorities, and no other; a certificate may also be its own.
    ///
    /// They are taken apart for each new connection, so that a handful is meant and
    /// not the hundreds of a system.
    ///
    /// - Parameter pem: Certificates in PEM, one after another.
    /// - Returns: The trust in them.
    public static func authorities(pem: [UInt8]) -> Trust { Trust(.bytes(pem)) }

    /// The given certificate authorities, and no other; a certificate may also be its own.
    ///
    /// - Parameter pem: Certificates in PEM, one after another.
    /// - Returns: The trust in them.
    public static func authorities(pem: String) -> Trust { Trust(.bytes(Array(pem.utf8))) }
}
