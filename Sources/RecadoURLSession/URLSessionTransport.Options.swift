// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient

extension URLSessionTransport {
    /// Limits of a transport, and whom it trusts.
    public struct Options: Sendable {
        /// The greatest number of connections to one host: 256.
        ///
        /// Foundation's own default of 6 makes further requests wait without a word.
        public var connectionsPerHost = 256

        /// The number of bytes of a response that are kept for a slow reader: 262 144.
        ///
        /// Beyond them the transport stops reading where the system allows it.
        public var contentBuffer = 262_144

        /// The number of bytes that are kept where the system cannot stream, as on Linux: 64 MiB.
        ///
        /// Beyond them a transfer fails, for it would fill the memory: content to send must be read
        /// before, and content that nobody reads cannot be held back.
        public var contentLimit = 64 << 20

        /// The oldest version of TLS that is spoken: 1.2, as the older
        /// ones are deprecated (RFC 8996).
        ///
        /// On Linux the libraries of the system decide; there 1.3 cannot be
        /// demanded, and calls over TLS fail.
        public var minimumTLSVersion = TLSVersion.tls12

        /// The options of every host that has none of its own.
        public var host = HostOptions()

        /// The options of particular hosts, by name and port, `example.org:8443`, or by name alone.
        ///
        /// Names are in small letters, and stand for themselves alone and not for what is below
        /// them. Such a host takes nothing from ``host``: copy that to change a part of it.
        public var hosts: [String: HostOptions] = [:]

        /// Hosts whose certificates are NOT verified, so that anybody can pretend to be them.
        ///
        /// They are named as in ``hosts``; there is no way to name all. It is meant for
        /// a server on a developer's desk. Name its certificate in
        /// ``HostOptions/trust`` wherever that is possible.
        public var insecureHostsWithoutVerification: Set<String> = []

        /// Creates options with their defaults.
        public init() {}
    }
}
