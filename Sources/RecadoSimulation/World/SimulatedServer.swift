// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoServer
import RecadoSockets
import Synchronization

/// A server of a world, with its own host.
public final class SimulatedServer: RestartableHost {
    /// The host on which the server runs.
    public let host: SimulatedHost
    private let configuration: ServerConfiguration
    private let makeHandler: @Sendable (SimulatedHost) async throws -> any Handler
    /// The running server, and the identity of its host when the server started.
    private let running = Mutex<(server: Server, host: HostID)?>(nil)
    /// The servers that have a successor, or are about to get one, and that must still be shut
    /// down.
    private let former = Mutex<[Server]>([])
    /// True while a successor is being started.
    private let isBeingReplaced = Mutex(false)

    /// The port on which simulated servers listen.
    static let port: UInt16 = 3_000

    init(
        _ host: SimulatedHost,
        _ configuration: ServerConfiguration,
        _ makeHandler: @escaping @Sendable (SimulatedHost) async throws -> any Handler
    ) {
        var configuration = configuration
        configuration.addresses = [SocketAddress(host: host.address, port: Self.port)]
        configuration.loops = 1
        (self.host, self.configuration, self.makeHandler) = (host, configuration, makeHandler)
    }

    /// The URL that clients call, such as `http://videoclub:3000`.
    public var url: String { "http://\(host.name):\(Self.port)" }

    func start() async throws { try await start(configuration) }

    private func start(_ configuration: ServerConfiguration) async throws {
        let (makeHandler, host) = (makeHandler, host)
        let server = try await host.perform {
            let server = Server(configuration, handler: try await makeHandler(host))
            try await server.start()
            return server
        }
        running.withLock { $0 = (server, self.host.state.id) }
    }

    /// The running server, for example to read its counters; `nil` after a crash.
    public var server: Server? {
        guard host.isUp, let (server, id) = running.withLock(\.self), id == host.state.id else {
            return nil
        }
        return server
    }

    /// Crashes the host; see ``SimulatedHost/crash(silently:)``.
    public func crash(silently isSilent: Bool = false) {
        host.crash(silently: isSilent)
    }

    /// Starts the host again after a crash, with a new handler.
    ///
    /// - Throws: The error of creating the handler or of starting the server.
    public func restart() async throws {
        host.restart()
        try await start()
    }

    /// Starts a successor on the same host, which takes over the sockets of the running server; the
    /// running server is then shut down.
    ///
    /// See `Server.startSuccessor(_:arguments:timeout:)`. The call does nothing while another
    /// successor is being started.
    ///
    /// - Parameter grace: The time that requests in progress have to finish.
    /// - Throws: ``HostCrash`` if the host is not running, and the error of creating the handler.
    public func handOver(grace: Duration) async throws {
        guard server != nil else { throw HostCrash(host: host.name) }
        let isFirst = isBeingReplaced.withLock { isBeingReplaced in
            defer { isBeingReplaced = true }
            return !isBeingReplaced
        }
        guard isFirst else { return }
        do {
            defer { isBeingReplaced.withLock { $0 = false } }
            try await startSuccessor()
        }
        try await release(grace: grace) { [self] in
            former.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }

    private func startSuccessor() async throws {
        var successor = configuration
        successor.inherited = try await host.perform { [self] in
            let server = running.withLock { $0?.server }
            former.withLock { $0.append(contentsOf: server.map { [$0] } ?? []) }
            let descriptors = host.kernel.duplicateListeners(of: host.state.id)
            return InheritedSockets(descriptors: descriptors)
        }
        try await start(successor)
    }

    /// Shuts the server down as SIGTERM does, without ending the host.
    ///
    /// - Parameter grace: The time that requests in progress have to finish.
    /// - Throws: ``HostCrash`` if the host is not running.
    public func shutdown(grace: Duration) async throws {
        guard let server else { return }
        try await host.perform { await server.shutdown(grace: grace) }
    }

    func shutDown() async {
        guard server != nil else { return running.withLock { $0 = nil } }
        try? await release(grace: .zero) { [self] in
            running.withLock { running in
                defer { running = nil }
                return running?.server
            }
        }
    }

    /// Takes a server out of this object, and shuts it down.
    ///
    /// Both happen on the server's host, so that the host releases the server and closes its
    /// descriptors.
    private func release(
        grace: Duration,
        _ take: @escaping @Sendable () -> Server?
    ) async throws {
        try await host.perform { await take()?.shutdown(grace: grace) }
    }
}

/// A client of a world, with its own host.
public final class SimulatedClient: Sendable {
    /// The host on which the client runs.
    public let host: SimulatedHost
    /// The number of the client among those that the same call added, from 1.
    public let number: Int
    /// The client that calls the server over the world's network.
    ///
    /// A world has no certificates. Like a proxy, the client claims that the connection uses TLS,
    /// so that a server that trusts ``World/proxies`` accepts credentials from it.
    public let client: Client
    private let transport: SocketTransport
    private let id: HostID

    init(
        _ host: SimulatedHost,
        _ number: Int,
        of server: SimulatedServer,
        at path: String,
        _ options: SocketTransport.Options
    ) throws {
        let transport = SocketTransport(options: options)
        (self.host, self.number, self.transport) = (host, number, transport)
        id = host.state.id
        client = try Self.client(of: server, at: path, transport, host)
    }

    /// Creates a client for another server; both clients share one transport.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - path: The path of the service, such as `/videoclub`.
    /// - Returns: The client.
    /// - Throws: An error if the path is invalid.
    public func client(of server: SimulatedServer, at path: String = "") throws -> Client {
        try Self.client(of: server, at: path, transport, host)
    }

    private static func client(
        of server: SimulatedServer,
        at path: String,
        _ transport: SocketTransport,
        _ host: SimulatedHost
    ) throws -> Client {
        // Without certificates, credentials have to be allowed over cleartext connections.
        var middleware = ClientMiddleware.standard
        middleware.cleartext = .hosts([server.host.name])
        return try host.kernel.acting(as: host.state.id) {
            try Client(base: server.url + path, transport: transport, middleware: middleware) {
                $0.fields["X-Forwarded-Proto"] = "https"
                $0.fields["X-Forwarded-For"] = host.address
            }
        }
    }

    func shutDown() async {
        let transport = transport
        guard host.isUp, host.state.id == id else { return }
        try? await host.perform { await transport.shutdown() }
    }
}
