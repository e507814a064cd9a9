// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient

extension CurlTransport {
    /// How a transport reaches a host, and whom it takes for it.
    public struct HostOptions: Sendable {
        /// Whom to believe that the host is who it says; by default whom the system trusts.
        public var trust = Trust.system

        /// The public keys of which the host's certificate must have one; any will do by default.
        ///
        /// They are demanded in addition to the trust.
        public var pins: [PublicKeyPin] = []

        /// What is shown to a host that asks for a certificate; nothing by default.
        public var identity: ClientIdentity?

        /// The path of a Unix domain socket to connect to instead of the host; none by default.
        ///
        /// The host still stands in the request, and over TLS in the certificate. The system allows 107
        /// bytes of path.
        public var unixSocket: String?

        /// Another host and perhaps a port to connect to, such as `127.0.0.1:8443`; none by default.
        ///
        /// The request, and the check of the certificate, name the host itself.
        public var connectsTo: String?

        /// Whether HTTP/2 is spoken at once to a host without TLS (RFC 9113 §3.3); it is not.
        ///
        /// A host that does not expect it will not understand.
        public var assumesHTTP2 = false

        /// Creates options with their defaults, but for those that are given.
        ///
        /// - Parameters:
        ///   - trust: Whom to believe that the host is who it says.
        ///   - pins: The public keys of which the host's certificate must have one.
        ///   - identity: What is shown to a host that asks for a certificate.
        ///   - unixSocket: The path of a Unix domain socket to connect to.
        ///   - connectsTo: Another host and perhaps a port to connect to.
        ///   - assumesHTTP2: Whether HTTP/2 is spoken at once without TLS.
        public init(
            trust: Trust = .system,
            pins: [PublicKeyPin] = [],
            identity: ClientIdentity? = nil,
            unixSocket: String? = nil,
            connectsTo: String? = nil,
            assumesHTTP2: Bool = false
        ) {
            (self.trust, self.pins, self.identity) = (trust, pins, identity)
            (self.unixSocket, self.connectsTo) = (unixSocket, connectsTo)
            self.assumesHTTP2 = assumesHTTP2
        }
    }
}
