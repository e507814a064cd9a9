// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How a server listens, and what it takes from its clients.
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
    /// A server should be seen by the network because somebody wanted it.
    public var addresses: [SocketAddress] = [.loopback(port: 8080)]
    /// The number of event loops, one thread each; by default one per processor that the process
    /// may use.
    ///
    /// Values below 1 count as 1.
    public var loops: Int = ServerConfiguration.usableProcessors
    /// How much is taken from clients.
    public var limits = Limits()
    /// How long clients may take.
    public var deadlines = Deadlines()

    /// Creates a configuration of default values.
    public init() {}
}
