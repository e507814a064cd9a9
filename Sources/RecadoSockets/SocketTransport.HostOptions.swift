// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

extension SocketTransport {
    /// The trust in a host, the client's identity for the host, and the way to connect to it.
    public struct HostOptions: Sendable {
        /// The authorities that may vouch for the host; those of the system by default.
        public var trust = Trust.system

        /// The public keys, one of which the host's certificate must have; any key by default.
        ///
        /// The key is checked in addition to the trust.
        public var pins: [PublicKeyPin] = []

        /// The program's own check of the host's certificates; none by default.
        ///
        /// It runs on the transport's thread for each new connection, and should not take long:
        /// other connections wait for that thread.
        public var verification: CertificateVerification?

        /// The certificate of the client for a host that asks for one; none by default.
        public var identity: ClientIdentity?

        /// The path of a Unix domain socket to connect to instead of the host; none by default.
        ///
        /// The request and the check of the certificate still use the host's name, and no proxy is
        /// used. The system limits the path to 107 bytes.
        public var unixSocket: String?

        /// Another host and perhaps a port to connect to, such as
        /// `127.0.0.1:8443`; none by default.
        ///
        /// The request and the check of the certificate still use the host's own name.
        public var connectsTo: String?

        /// True to speak HTTP/2 from the first byte to a host without TLS (RFC 9113 §3.3); `false`
        /// by default.
        ///
        /// A host that does not expect HTTP/2 treats the request as malformed.
        public var assumesHTTP2 = false

        /// Creates options; those that are left out have their defaults.
        ///
        /// - Parameters:
        ///   - trust: The authorities that may vouch for the host.
        ///   - pins: The public keys, one of which the host's certificate must have.
        ///   - identity: The certificate of the client for a host that asks for one.
        ///   - verification: The program's own check of the host's certificates.
        ///   - unixSocket: The path of a Unix domain socket to connect to.
        ///   - connectsTo: Another host and perhaps a port to connect to.
        ///   - assumesHTTP2: True to speak HTTP/2 from the first byte without TLS.
        public init(
            trust: Trust = .system,
            pins: [PublicKeyPin] = [],
            identity: ClientIdentity? = nil,
            verification: CertificateVerification? = nil,
            unixSocket: String? = nil,
            connectsTo: String? = nil,
            assumesHTTP2: Bool = false
        ) {
            (self.trust, self.pins, self.identity) = (trust, pins, identity)
            self.verification = verification
            (self.unixSocket, self.connectsTo) = (unixSocket, connectsTo)
            self.assumesHTTP2 = assumesHTTP2
        }
    }
}
