// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

extension URLSessionTransport {
    /// The TLS options for one host: how its certificate is verified, and which client certificate
    /// is sent to it.
    ///
    /// They apply on Apple's systems. On Linux a session does not support them: a call over TLS to
    /// a host with one of these options fails with an error of the kind `TransportError.Kind.tls`
    /// before anything is sent.
    public struct HostOptions: Sendable {
        /// The certificate authorities trusted to identify the host; the system's by default.
        public var trust: Trust

        /// The accepted public keys, one of which must belong to the host's certificate; any key by
        /// default.
        ///
        /// The certificate must also pass the check of `trust`.
        public var pins: [PublicKeyPin]

        /// The client certificate and key for a host that asks for them, in PKCS #12; none by
        /// default.
        ///
        /// The Security framework supports only PKCS #12: with an identity in PEM, calls to the
        /// host fail.
        public var identity: ClientIdentity?

        /// A check of the host's certificates by your own code; none by default.
        public var verification: CertificateVerification?

        /// Creates options; each omitted option has its default.
        ///
        /// - Parameters:
        ///   - trust: The certificate authorities trusted to identify the host.
        ///   - pins: The accepted public keys, one of which must belong to the host's certificate.
        ///   - identity: The client certificate and key for a host that asks for them.
        ///   - verification: A check of the host's certificates by your own code.
        public init(
            trust: Trust = .system,
            pins: [PublicKeyPin] = [],
            identity: ClientIdentity? = nil,
            verification: CertificateVerification? = nil
        ) {
            (self.trust, self.pins) = (trust, pins)
            (self.identity, self.verification) = (identity, verification)
        }
    }
}
