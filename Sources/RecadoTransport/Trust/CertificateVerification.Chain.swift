// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CertificateVerification {
    /// The certificates that a host presented, and the result of the ordinary check of authorities,
    /// names and dates.
    public struct Chain: Sendable, Hashable {
        /// The name or the address of the host, in lower case.
        public let host: String
        /// The port of the connection.
        public let port: Int
        /// The certificates, from the host's own to the last known authority; empty if the host
        /// presented none.
        public let certificates: [ServerCertificate]
        /// The reason why the ordinary check refused the certificates, in one line; `nil` if they
        /// have passed.
        ///
        /// It is also `nil` if certificates are not verified at all.
        public let rejection: String?

        /// Creates a chain, for tests of a ``CertificateVerification``.
        ///
        /// - Parameters:
        ///   - host: The name or the address of the host.
        ///   - port: The port of the connection.
        ///   - certificates: The certificates, beginning with the host's own.
        ///   - rejection: The reason why the ordinary check refused the certificates.
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
}
