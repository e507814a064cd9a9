// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

extension URLSessionTransport {
    /// The options for one host: how it is verified, and the certificate that is shown to it.
    ///
    /// They have an effect on Apple's systems. On Linux a session has no such options: a call over
    /// TLS to a host that has one of them fails with an error of the kind `TransportError.Kind.tls`
    /// before anything is sent.
    public struct HostOptions: Sendable {
        /// The certificate authorities trusted to identify the host; the system's by default.
        public var trust: Trust

        /// The accepted public keys, one of which the host's certificate must have; any key by
        /// default.
        ///
        /// This check comes in addition to that of `trust`.
        public var pins: [PublicKeyPin]

        /// The certificate that is shown to a host that asks for one, in PKCS #12; none by default.
        ///
        /// The Security framework takes no other format: with an identity in PEM, calls to the host
        /// fail.
        public var identity: ClientIdentity?

        /// A check of the host's certificates by the program itself; none by default.
        public var verification: CertificateVerification?

        /// Creates options; those that are not given have their defaults.
        ///
        /// - Parameters:
        ///   - trust: The certificate authorities that are trusted to confirm the identity of the
        ///     host.
        ///   - pins: The accepted public keys, one of which the host's certificate must have.
        ///   - identity: The certificate that is shown to a host that asks for one.
        ///   - verification: A check of the host's certificates by the program itself.
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
