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
    /// The addresses to listen on; by default 127.0.0.1 with port 8080, which only this machine
    /// reaches.
    ///
    /// A server should be visible to the network only if somebody has decided so.
    public var addresses: [SocketAddress] = [.loopback(port: 8080)]
    /// The inherited sockets, which are used in place of ``addresses``; by default none.
    public var inherited: InheritedSockets?
    /// The TLS settings for all addresses; by default `nil`, which means HTTP without TLS.
    ///
    /// A server uses either TLS or plain HTTP. A plain HTTP request to a TLS server is answered
    /// with 400 and an explanation. To support both schemes, start two servers with one handler.
    public var tls: TLSConfiguration?
    /// True if requests from loopback addresses count as requests of this machine's own programs;
    /// false by default.
    ///
    /// A proxy on the same machine forwards other clients' requests from such an address, and most
    /// proxies do not reveal that by default. Therefore, passwords without TLS
    /// (`Service.takesSecretsInClear`) and metrics are only available over local sockets, unless
    /// this property is true. Set it on development machines, and elsewhere only if there is no
    /// such proxy, or if the proxy is among ``Application/Options/trustedProxies`` and names its
    /// clients.
    public var trustsLoopback = false
    /// The number of event loops, each with its own thread; by default one for each processor that
    /// the process may use.
    ///
    /// Values below 1 count as 1.
    public var loops: Int = Processors.usableCount
    /// True if HTTP/2 is supported; by default `true`.
    ///
    /// Over TLS, client and server agree on the version in the handshake (RFC 7301). Without TLS, a
    /// client must know in advance that the server supports HTTP/2 (RFC 9113 §3.3), as
    /// `curl --http2-prior-knowledge` assumes. `Upgrade: h2c`, which RFC 9113 §3.1 has abolished,
    /// is ignored: the request is answered in HTTP/1.1.
    public var http2 = true
    /// The limits on the requests of clients.
    public var limits = Limits()
    /// The times that clients may take.
    public var deadlines = Deadlines()

    /// The protocols to offer in TLS handshakes, the preferred one first, each preceded by its
    /// length (RFC 7301 §3.1).
    var protocols: StaticString { http2 ? "\u{2}h2\u{8}http/1.1" : "\u{8}http/1.1" }

    /// Creates a configuration with default values.
    public init() {}
}
