// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
public import RecadoClient

extension CurlTransport {
    /// Limits of a transport, whom it trusts and the ways that it takes.
    public struct Options: Sendable {
        /// The greatest number of connections to one host: 256.
        ///
        /// Further transfers wait for one to become free. Most servers allow a client far fewer; the
        /// limit keeps a program from running out of descriptors.
        public var connectionsPerHost = 256

        /// The greatest number of idle connections that are kept: 256, each for two minutes.
        ///
        /// It should not be less than the number of calls at once, or connections are opened again
        /// and again.
        public var idleConnections = 256

        /// The greatest number of threads: as many as there are processors, and four at most.
        ///
        /// There is one as long as no more than 32 transfers are under way at once, and another for
        /// as many more. Connections belong to a thread: the first has half of those that are
        /// allowed, the others share the rest, and with fewer than 64 to a host there is one thread.
        /// Hosts over TLS are left to the first where HTTP/2 is offered, of which they are to see one
        /// connection (RFC 9113 §9.1).
        public var threads = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4)

        /// The greatest size of an answer's header section in bytes: 65 536.
        ///
        /// It covers informational answers and the trailer section, too. Servers commonly accept 8 KiB
        /// to 32 KiB themselves.
        public var headLimit = 65_536

        /// How many bytes of an answer are kept for a reader that falls behind: 524 288.
        ///
        /// Beyond them the transport stops reading, and with it the server stops sending. A reader
        /// that keeps up is handed half of them at once while the other half arrives: fewer bytes
        /// make more wake-ups, which cost more than the bytes. Large content in the clear is received by
        /// its reader itself, 64 KiB at once. In HTTP/2, where a server that sends fast
        /// must not wait for the client's word, it may be four times as much again.
        public var contentBuffer = 524_288

        /// Whether HTTP/2 is offered to servers over TLS: it is.
        public var offersHTTP2 = true

        /// The oldest version of TLS that is spoken: 1.2, as the older ones are deprecated (RFC 8996).
        public var minimumTLSVersion = TLSVersion.tls12

        /// What holds for every host that has no options of its own.
        public var host = HostOptions()

        /// The options of particular hosts, by name and port, `example.org:8443`, or by name alone.
        ///
        /// Names are in small letters, and stand for themselves alone and not for what is below them.
        /// Such a host takes nothing from ``host``: copy that to change a part of it.
        public var hosts: [String: HostOptions] = [:]

        /// Hosts whose certificates are NOT verified, so that anybody can pretend to be them.
        ///
        /// They are named as in ``hosts``; there is no way to name all. It is meant for a server on a
        /// developer's desk. Name its certificate in ``HostOptions/trust`` wherever that is possible.
        public var insecureHostsWithoutVerification: Set<String> = []

        /// Which requests go through which proxy; none by default, whatever the environment says.
        public var proxies = ProxyRules()

        /// The address of this machine that connections are opened from; the system's choice by default.
        public var localAddress: String?

        /// How old a connection may become that is used for further requests; any age by default.
        ///
        /// With a limit, changes of a host's address are noticed in the end. Whole seconds count.
        public var connectionLifetime: Duration?

        /// The size of content in bytes from which a request asks before it sends: none by default.
        ///
        /// Such a request has the field `Expect: 100-continue` (RFC 9110 §10.1.1), and its content is
        /// sent after the server's consent or after a second without an answer. It saves a useless
        /// upload where a refusal is likely, and costs a round trip where it is not. Content whose
        /// length is not known beforehand counts as large. It has no effect over HTTP/2.
        public var expectationThreshold: Int?

        /// Creates options with their defaults.
        public init() {}
    }
}
