// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

extension SocketTransport {
    /// The limits of a transport, its trust in hosts and the ways to connect to them.
    public struct Options: Sendable {
        /// The greatest number of connections to one host: 256.
        ///
        /// Other transfers wait for a free connection. Most servers allow a client far fewer; the
        /// limit keeps a program from running out of descriptors.
        public var connectionsPerHost = 256

        /// The greatest number of idle connections that are kept: 256, each for 118 seconds.
        ///
        /// Many servers close them after two minutes. The number should be at least that of
        /// simultaneous calls; otherwise connections are repeatedly closed and opened.
        public var idleConnections = 256

        /// The greatest size of an answer's header section in bytes: 65 536.
        ///
        /// The limit includes informational answers and the trailer section. Servers themselves
        /// commonly accept 8 KiB to 32 KiB.
        public var headLimit = 65_536

        /// The number of content bytes of an HTTP/2 answer that a server may send before they are
        /// read: 2 097 152.
        ///
        /// After that many bytes the server waits for the reader, while other answers over the same
        /// connection continue. The window also limits the rate: with 2 MiB and a round-trip time
        /// of 100 ms, a server can send 20 MB/s. The minimum is 65 535. In HTTP/1.1, answers arrive
        /// no faster than they are read.
        public var streamWindow = 2_097_152

        /// True to offer HTTP/2 to servers over TLS; `true` by default.
        public var offersHTTP2 = true

        /// The oldest version of TLS that is accepted: 1.2, because older versions are deprecated
        /// (RFC 8996).
        public var minimumTLSVersion = TLSVersion.tls12

        /// The options of every host that has no options of its own in ``hosts``.
        public var host = HostOptions()

        /// The options of particular hosts, by name and port, `example.org:8443`, or by name alone.
        ///
        /// Names are in lowercase, and do not cover subdomains. Such a host inherits nothing from
        /// ``host``: copy ``host`` to change a part of it.
        public var hosts: [String: HostOptions] = [:]

        /// Hosts whose certificates are NOT verified, so anybody can pretend to be them.
        ///
        /// They are named as in ``hosts``; there is no way to name all hosts at once. The option is
        /// meant for servers on a developer's machine. Wherever possible, put the server's
        /// certificate into ``HostOptions/trust`` instead.
        public var insecureHostsWithoutVerification: Set<String> = []

        /// The proxies that requests go through; none by default, even if the environment names
        /// some.
        public var proxies = ProxyRules()

        /// The numeric address of this machine from which connections are opened; by default the
        /// system chooses.
        public var localAddress: String?

        /// The greatest age of a connection that is used for another request; any age by default.
        ///
        /// With a limit, a change of a host's address takes effect when its connections expire.
        public var connectionLifetime: Duration?

        /// The least size of content, in bytes, for which the transport asks the server before it
        /// sends the content; by default it never asks.
        ///
        /// Such a request has the field `Expect: 100-continue` (RFC 9110 §10.1.1). Its content is
        /// sent when the server agrees, or after a second without an answer. This saves a useless
        /// upload where a refusal is likely, and costs a round trip where it is not. Content of
        /// unknown length counts as large. The option has no effect over HTTP/2.
        public var expectationThreshold: Int?

        /// Creates options with their defaults.
        public init() {}
    }
}
