// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoServer
public import RecadoSockets

/// The simulated world of one test: hosts with clients and servers, and the network between them.
public final class World: Sendable {
    let kernel: Kernel

    init(_ kernel: Kernel) { self.kernel = kernel }

    /// The seed, which determines all random choices in the world.
    public var seed: Seed { Seed(kernel.seed, kernel.reduction) }

    /// The time since the world began.
    public var elapsed: Duration { .nanoseconds(kernel.now) }

    /// The proxies that servers must trust (`Application.Options.trustedProxies`) to accept
    /// credentials: all hosts of a world.
    public static let proxies = TrustedProxies(
        networks: [TrustedProxies.Network("10.0.0.0/8")].compactMap(\.self)
    )

    /// The network between the hosts.
    public var network: Network { Network(kernel: kernel) }

    // MARK: - Hosts

    /// All hosts except the test's own.
    public var hosts: [SimulatedHost] {
        kernel.hosts.dropFirst().map {
            SimulatedHost(number: $0.number, name: $0.name, kernel: kernel)
        }
    }

    /// Adds a host without programs.
    ///
    /// - Parameter name: The name that other hosts resolve to the host's address.
    /// - Returns: The host.
    /// - Throws: ``SimulationError/Kind/nameTaken(_:)`` if another host has the name.
    public func host(named name: String) throws -> SimulatedHost {
        if kernel.hosts.contains(where: { $0.name == name }) {
            throw SimulationError(.nameTaken(name), at: kernel.now)
        }
        let host = HostState(number: kernel.hosts.count, name: name, seed: kernel.seed)
        kernel.hosts.append(host)
        return SimulatedHost(number: host.number, name: name, kernel: kernel)
    }

    /// Adds a host and starts a server there.
    ///
    /// - Parameters:
    ///   - name: The host's name.
    ///   - configuration: The server's limits and deadlines; its addresses and number of event
    ///     loops are replaced by the host's address and one loop.
    ///   - makeHandler: Creates the handler, such as an application, on the host; called once for
    ///     each start.
    /// - Returns: The server.
    /// - Throws: The error of `makeHandler`, or an error if the name is taken.
    public func server(
        named name: String,
        _ configuration: ServerConfiguration = ServerConfiguration(),
        _ makeHandler: @escaping @Sendable (SimulatedHost) async throws -> any Handler
    ) async throws -> SimulatedServer {
        let server = SimulatedServer(try host(named: name), configuration, makeHandler)
        try await server.start()
        kernel.servers.append(server)
        return server
    }

    /// Adds hosts with one client each, and runs a function on all of them concurrently.
    ///
    /// - Parameters:
    ///   - count: The number of clients; their hosts are named `client-1` and so on, numbered after
    ///     existing ones.
    ///   - servers: The servers, which are assigned to the clients in turn.
    ///   - path: The path of the service that the clients call, such as `/videoclub`.
    ///   - options: The options of each client's transport, such as HTTP/2 from the first byte.
    ///   - body: The function that each client runs on its own host.
    /// - Throws: The first error of a client; the other clients are then cancelled.
    public func clients(
        _ count: Int,
        of servers: [SimulatedServer],
        at path: String = "",
        _ options: SocketTransport.Options = SocketTransport.Options(),
        _ body: @escaping @Sendable (SimulatedClient) async throws -> Void
    ) async throws {
        guard !servers.isEmpty else { return }
        var clients: [SimulatedClient] = []
        for index in 0..<max(0, min(count, kernel.reduction.clients ?? count)) {
            kernel.clientCount += 1
            let host = try host(named: "client-\(kernel.clientCount)")
            let server = servers[index % servers.count]
            clients.append(try SimulatedClient(host, index + 1, of: server, at: path, options))
        }
        kernel.clients += clients
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in clients {
                group.addTask { try await client.host.perform { try await body(client) } }
            }
            // The first error ends the group, which cancels the other clients.
            while try await group.next() != nil {}
        }
    }

    /// Runs a function, and cancels it if it has not returned after some time.
    ///
    /// - Parameters:
    ///   - duration: The time, by the world's clock.
    ///   - body: The function.
    /// - Throws: The function's error, unless the time has passed.
    public func run(
        for duration: Duration,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let end = elapsed + duration
        do {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await body()
                    return true
                }
                group.addTask {
                    try await Task.sleep(for: duration)
                    return false
                }
                _ = try await group.next()
                group.cancelAll()
            }
        } catch  where elapsed >= end {
            // The time has passed, so the error is ignored.
        }
    }

    /// Ends faults, clients, servers and databases, and checks that all of their requests,
    /// connections, descriptors and threads have ended.
    ///
    /// Hosts that are down are ignored. The resources of the test's other programs are also
    /// ignored.
    ///
    /// - Throws: ``BrokenProperty`` for resources that were not released.
    public func end() async throws {
        await endFaults()
        let hosts = (kernel.servers.map(\.host) + kernel.clients.map(\.host)).filter(\.isUp)
        await shutDownClients()
        try await checkServers()
        await shutDown()
        try await Task.sleep(for: .seconds(1))
        for host in hosts where host.isUp {
            let (count, threads) = kernel.holdings(of: host.state.id)
            guard count + threads > 0 else { continue }
            throw BrokenProperty(
                "everything is given back",
                "\(host.name) has \(count) descriptors and \(threads) threads; expected none"
            )
        }
    }

    private func checkServers() async throws {
        let servers = kernel.servers.compactMap { server in server.server.map { (server, $0) } }
        func isFree(_ server: Server) -> Bool {
            server.requestCount == 0 && server.connectionCount == 0
        }
        // A server may need some time to notice that clients have disconnected.
        for patience in [Duration.seconds(1), .seconds(120)]
        where !servers.allSatisfy({ isFree($0.1) }) {
            try await Task.sleep(for: patience)
        }
        for (server, running) in servers where !isFree(running) {
            throw BrokenProperty(
                "everything is given back",
                """
                \(server.host.name) has \(running.requestCount) requests \
                and \(running.connectionCount) connections; expected none
                """
            )
        }
    }

    /// Ends clients, servers and databases.
    func shutDown() async {
        await shutDownClients()
        for server in kernel.servers { await server.shutDown() }
        for database in kernel.databases { await database.shutDown() }
        (kernel.servers, kernel.databases) = ([], [])
    }

    private func shutDownClients() async {
        for client in kernel.clients { await client.shutDown() }
        kernel.clients = []
    }
}
