// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServer
import RecadoSimulation
import RecadoSockets
import Synchronization
import Testing

@Suite struct `The simulated network` {
    /// Runs a test with one server and one client.
    private static func run(
        _ seed: Seed = 1,
        _ body: @escaping @Sendable (World, SimulatedServer, SimulatedClient) async throws -> Void
    ) async throws {
        try await Simulation.run(seed) { world in
            let server = try await world.server(named: "a") { _ in try Counter().application() }
            try await world.clients(1, of: [server], at: "/counts") { client in
                try await body(world, server, client)
            }
        }
    }

    @Test func `delays data by the configured time`() async throws {
        try await Self.run { world, _, client in
            world.network.faults.delay = .seconds(1) ... .seconds(1)
            _ = try await client.client.send(AddOne(name: "x"))
            // A round trip each for the name, for the connection and for the call, at one second
            // per direction.
            #expect(world.elapsed.isAbout(.seconds(6)))
        }
    }

    @Test func `delivers nothing to a partitioned host until the partition ends`() async throws {
        try await Self.run { world, server, client in
            let hurried = client.client.with { $0.timeouts.total = .seconds(5) }
            _ = try await hurried.send(AddOne(name: "x"))
            world.network.part([server.host], from: [client.host])
            await #expect(throws: (any Error).self) { try await hurried.send(AddOne(name: "x")) }
            #expect(world.elapsed > .seconds(5))
            world.network.heal()
            _ = try await hurried.send(ReadCount(name: "x"))
        }
    }

    @Test func `delivers data sent during a partition that ends in time`() async throws {
        try await Self.run { world, server, client in
            _ = try await client.client.send(AddOne(name: "x"))
            world.network.cut(from: [client.host], to: [server.host])
            async let count = client.client.send(AddOne(name: "x"))
            try await Task.sleep(for: .seconds(3))
            world.network.heal()
            #expect(try await count == Count(count: 2))
        }
    }

    @Test func `reports refused connections and unknown hosts`() async throws {
        try await Self.run { _, _, _ in
            let transport = SocketTransport()
            for address in ["http://a:81", "http://nobody:3000"] {
                var middleware = ClientMiddleware.standard
                middleware.cleartext = .hosts(["a", "nobody"])
                let other = try Client(base: address, transport: transport, middleware: middleware)
                let error = await #expect(throws: (any Error).self) {
                    try await other.get("x") as Count
                }
                #expect(
                    "\(error.map { "\($0)" } ?? "")".contains(
                        address.hasSuffix("81") ? "refused" : "nobody"
                    )
                )
            }
            await transport.shutdown()
        }
    }

    @Test(arguments: Simulation.seeds(1...10))
    func `delivers all data despite fragmentation and loss`(_ seed: Seed) async throws {
        try await Self.run(seed) { world, _, client in
            world.network.faults.cuts = 0.9
            world.network.faults.loss = 0.1
            let name = String(repeating: "x", count: 100)
            for number in 1...20 {
                let count = try await client.client.send(AddOne(name: name))
                #expect(count == Count(count: number))
            }
        }
    }
}

/// Simulates ten minutes with all faults at the same time.
@Suite struct `Ten simulated minutes with faults` {
    /// Runs a simulated world, and returns its timeline and the number of acknowledged calls.
    private static func run(_ seed: Seed) async throws -> (timeline: Timeline, told: Int) {
        let told = Mutex(0)
        let timeline = try await Simulation.run(seed) { world in
            let counter = Counter()
            var servers: [SimulatedServer] = []
            for number in 1...3 {
                servers.append(
                    try await world.server(named: "server-\(number)") { _ in
                        try counter.application(taking: .milliseconds(5))
                    }
                )
            }
            let all = servers
            world.network.faults = .chaotic
            try await world.run(for: .seconds(600)) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await Self.restart(all) }
                    try await world.clients(20, of: all, at: "/counts") { client in
                        while !Task.isCancelled {
                            let call = AddOne(name: client.host.name)
                            if (try? await client.client.send(call)) != nil {
                                told.withLock { $0 += 1 }
                            }
                            try await Task.sleep(for: .milliseconds(.random(in: 1...4_000)))
                        }
                    }
                    group.cancelAll()
                }
            }
            // No acknowledged call is lost.
            #expect(counter.total >= told.withLock(\.self))
        }
        return (timeline, told.withLock(\.self))
    }

    /// Crashes and restarts one server after another, at random times.
    private static func restart(_ servers: [SimulatedServer]) async throws {
        for server in servers + servers {
            try await Task.sleep(for: .seconds(.random(in: 30...90)))
            server.crash(silently: .random())
            try await Task.sleep(for: .seconds(5))
            try await server.restart()
        }
    }

    @Test(arguments: Simulation.seeds(1...2))
    func `are the same for the same seed`(_ seed: Seed) async throws {
        let (first, second) = (try await Self.run(seed), try await Self.run(seed))
        #expect(first.told > 1_000)
        #expect(first.timeline.digest == second.timeline.digest)
    }
}
