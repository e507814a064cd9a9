// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The certificates that a host presented, and the result of their ordinary check.
public struct PresentedChain: Sendable, Hashable {
    /// The name or the address of the host, in small letters.
    public let host: String
    /// The port that the connection is to.
    public let port: Int
    /// The certificates, from the host's own to the last authority that is
    /// known; empty if it presented none.
    public let certificates: [ServerCertificate]
    /// The reason of the ordinary check to refuse them, in one line; `nil` if they have passed.
    ///
    /// It is `nil`, too, where certificates are not verified at all.
    public let rejection: String?

    /// Creates a chain, which is of use in tests of a ``CertificateVerification``.
    ///
    /// - Parameters:
    ///   - host: The name or the address of the host.
    ///   - port: The port that the connection is to.
    ///   - certificates: The certificates, from the host's own on.
    ///   - rejection: The reason of the ordinary check to refuse them.
    public init(
        host: String,
        port: Int = 443,
        certificates: [ServerCertificate],
        rejection: String? = nil
    ) {
        self.host = host
        self.port = port
        self.certificates = certificates
        self.rejection = rejection
    }
}
