// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

/// The settings of a server: its addresses, and its rules for clients.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.addresses = [.loopback(port: 3000)]
/// configuration.deadlines.head = .seconds(5)
/// ```
public struct ServerConfiguration: Sendable, Hashable {
    /// The addresses to listen on; by default port 8080 of 127.0.0.1, which only this machine
    /// reaches.
    ///
    /// A server should be visible to the network only if somebody wants it to be.
    public var addresses: [SocketAddress] = [.loopback(port: 8080)]
    /// The sockets that the process was given, which are used in place of ``addresses``; by default
    /// none.
    public var inherited: InheritedSockets?
    /// The certificates with which all addresses speak TLS; by default `nil`, which means HTTP
    /// without TLS.
    ///
    /// A server speaks only one of the two. A client that speaks HTTP without TLS where TLS is
    /// required is answered with 400, which explains that. For both schemes, start two servers with
    /// one handler.
    public var tls: TLSConfiguration?
    /// True if requests from loopback addresses count as those of this machine's own programs;
    /// false by default.
    ///
    /// A proxy on the same machine forwards the requests of others from such an address, and most
    /// proxies do not reveal that unless they are told to. Therefore passwords without TLS
    /// (`Service.takesSecretsInClear`) and metrics are for clients of local sockets alone, unless
    /// this is set: it states that there is no such proxy, or that the proxy is among
    /// ``Application/Options/trustedProxies`` and names its clients. Set it on machines for
    /// development.
    public var trustsLoopback = false
    /// The number of event loops, one thread each; by default one per processor that the process
    /// may use.
    ///
    /// Values below 1 count as 1.
    public var loops: Int = Processors.usableCount
    /// True if HTTP/2 is spoken with clients that begin with it; by default `true`.
    ///
    /// Over TLS, client and server agree on it in the handshake (RFC 7301). Without TLS, a client
    /// has to know beforehand that the server supports it (RFC 9113 §3.3), as
    /// `curl --http2-prior-knowledge` does. An `Upgrade: h2c`, which RFC 9113 §3.1 has abolished,
    /// is ignored: the request is answered in HTTP/1.1.
    public var http2 = true
    /// The limits on the requests of clients.
    public var limits = Limits()
    /// The times that clients may take.
    public var deadlines = Deadlines()

    /// The protocols that are offered in TLS handshakes, the preferred one first, each after its
    /// length (RFC 7301 §3.1).
    var protocols: StaticString { http2 ? "\u{2}h2\u{8}http/1.1" : "\u{8}http/1.1" }

    /// Creates a configuration with default values.
    public init() {}
}
