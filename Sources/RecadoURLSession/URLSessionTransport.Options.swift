// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

extension URLSessionTransport {
    /// The limits of a transport, and the options that decide which hosts it trusts.
    public struct Options: Sendable {
        /// The maximum number of connections to one host: 256.
        ///
        /// Foundation's default is 6; with that limit, any further request to the host would
        /// silently wait in a queue.
        public var connectionsPerHost = 256

        /// The number of content bytes that are buffered for a slow reader: 262 144.
        ///
        /// When the buffer is full, the transport stops reading from the network, if the system
        /// allows that.
        public var contentBuffer = 262_144

        /// The number of bytes that are buffered if the system cannot stream, as on Linux: 64 MiB.
        ///
        /// On such a system, request content is read into memory before it is sent, and the server
        /// cannot be slowed down when nobody reads its answer. A transfer that exceeds the limit
        /// fails.
        public var contentLimit = 64 << 20

        /// The oldest accepted version of TLS: 1.2, because older versions are deprecated (RFC
        /// 8996).
        ///
        /// On Linux the system's libraries choose the version. Requiring 1.3 is not possible there:
        /// with this option, calls over TLS fail.
        public var minimumTLSVersion = TLSVersion.tls12

        /// The options of all hosts that are not listed in ``hosts``.
        public var host = HostOptions()

        /// The options of particular hosts.
        ///
        /// A key is a name with a port, such as `example.org:8443`, or only a name.
        ///
        /// Names are in lower case; a name does not include its subdomains. A host that is listed
        /// here inherits nothing from ``host``: to change only some options, begin with a copy of
        /// ``host``.
        public var hosts: [String: HostOptions] = [:]

        /// Hosts whose certificates are NOT verified, so that anybody can impersonate them.
        ///
        /// The names have the same form as in ``hosts``; there is no wildcard. Use this only
        /// for a server on a developer's machine, and prefer to add its certificate to
        /// ``HostOptions/trust``.
        public var insecureHostsWithoutVerification: Set<String> = []

        /// Creates options with their defaults.
        public init() {}
    }
}
