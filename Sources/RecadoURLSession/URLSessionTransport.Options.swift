// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

extension URLSessionTransport {
    /// The limits of a transport, and its trust in hosts.
    public struct Options: Sendable {
        /// The greatest number of connections to one host: 256.
        ///
        /// Foundation's own default of 6 makes further requests wait without any notice.
        public var connectionsPerHost = 256

        /// The number of bytes of a response that are kept for a slow reader: 262 144.
        ///
        /// Beyond that number the transport stops reading if the system allows it.
        public var contentBuffer = 262_144

        /// The number of bytes that are kept where the system cannot stream, as on Linux: 64 MiB.
        ///
        /// A transfer with more bytes fails, because it would fill the memory: there, content to
        /// send must be read completely before it is sent, and the arrival of content that is not
        /// being read cannot be delayed.
        public var contentLimit = 64 << 20

        /// The oldest version of TLS that is accepted: 1.2, as older versions are deprecated (RFC
        /// 8996).
        ///
        /// On Linux the libraries of the system decide; 1.3 cannot be demanded there: calls over
        /// TLS fail if it is.
        public var minimumTLSVersion = TLSVersion.tls12

        /// The options of every host without options of its own in ``hosts``.
        public var host = HostOptions()

        /// The options of particular hosts, by name and port, `example.org:8443`, or by name alone.
        ///
        /// Names are in small letters; a name does not include its subdomains. A host that is named
        /// here takes nothing from ``host``: to change only a part of those options, begin with a
        /// copy of them.
        public var hosts: [String: HostOptions] = [:]

        /// Hosts whose certificates are NOT verified, so that anybody can pretend to be them.
        ///
        /// They are named as in ``hosts``; there is no way to name all hosts. This is meant for a
        /// server on a developer's desk. Name its certificate in ``HostOptions/trust`` instead
        /// wherever that is possible.
        public var insecureHostsWithoutVerification: Set<String> = []

        /// Creates options with their defaults.
        public init() {}
    }
}
