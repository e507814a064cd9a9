// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoTransport

extension SocketTransport {
    /// Limits of a transport, its trust in hosts and the ways that it takes to them.
    public struct Options: Sendable {
        /// The greatest number of connections to one host: 256.
        ///
        /// Further transfers wait for a free connection. Most servers allow a client far fewer; the
        /// limit keeps a program from running out of descriptors.
        public var connectionsPerHost = 256

        /// The greatest number of idle connections that are kept: 256, each for 118 seconds.
        ///
        /// Many servers close them after two minutes. The number should not be less than that of
        /// simultaneous calls; otherwise connections are opened again and again.
        public var idleConnections = 256

        /// The greatest size of an answer's header section in bytes: 65 536.
        ///
        /// It covers informational answers and the trailer section, too. Servers commonly
        /// accept 8 KiB to 32 KiB themselves.
        public var headLimit = 65_536

        /// The bytes of an answer in HTTP/2 that a server may send ahead of its reader: 2 097 152.
        ///
        /// Beyond them the server waits for the reader, while other answers over the same
        /// connection continue. The window also limits the rate: with 2 MiB, a server whose packets
        /// take 100 ms there and back can send 20 MB/s. The minimum is 65 535. In HTTP/1.1, answers
        /// arrive no faster than they are read.
        public var streamWindow = 2_097_152

        /// True to offer HTTP/2 to servers over TLS; `true` by default.
        public var offersHTTP2 = true

        /// The oldest version of TLS that is spoken: 1.2, as the older
        /// ones are deprecated (RFC 8996).
        public var minimumTLSVersion = TLSVersion.tls12

        /// The options of every host without options of its own.
        public var host = HostOptions()

        /// The options of particular hosts, by name and port, `example.org:8443`, or by name alone.
        ///
        /// Names are in small letters, and do not cover subdomains. Such a host inherits nothing
        /// from ``host``: copy that to change a part of it.
        public var hosts: [String: HostOptions] = [:]

        /// Hosts whose certificates are NOT verified, so that anybody can pretend to be them.
        ///
        /// They are named as in ``hosts``; there is no way to name all hosts at once. This is meant
        /// for a server on a developer's desk. Wherever possible, put its certificate into
        /// ``HostOptions/trust`` instead.
        public var insecureHostsWithoutVerification: Set<String> = []

        /// The proxies that requests go through; none by default, even if the environment names
        /// some.
        public var proxies = ProxyRules()

        /// The numeric address of this machine that connections are opened from;
        /// the system's choice by default.
        public var localAddress: String?

        /// The greatest age of a connection that is used for another request; any age by default.
        ///
        /// With a limit, changes of a host's address are noticed in the end.
        public var connectionLifetime: Duration?

        /// The size of content, in bytes, from which a request asks the server before it sends the
        /// content; by default no request asks.
        ///
        /// Such a request has the field `Expect: 100-continue` (RFC 9110 §10.1.1), and its
        /// content is sent after the server's consent or after a second without an answer.
        /// It saves a useless upload where a refusal is likely, and costs a round trip
        /// where it is not. Content whose length is not known beforehand counts as large.
        /// It has no effect over HTTP/2.
        public var expectationThreshold: Int?

        /// Creates options with their defaults.
        public init() {}
    }
}
