// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoServer
import RecadoSimulation
import RecadoSockets
import Synchronization
import Testing

@Suite struct `The network of a world` {
    /// Runs a test with a server and a client of it.
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

    @Test func `takes time`() async throws {
        try await Self.run { world, _, client in
            world.network.faults.delay = .seconds(1) ... .seconds(1)
            _ = try await client.client.send(AddOne(name: "x"))
            // There and back for the connection, and for the call.
            #expect(world.elapsed == .seconds(4))
        }
    }

    @Test func `lets nothing through between hosts that are parted, until it is healed`()
        async throws
    {
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

    @Test func `brings what was sent while it was parted, if it is healed in time`() async throws {
        try await Self.run { world, server, client in
            _ = try await client.client.send(AddOne(name: "x"))
            world.network.cut(from: [client.host], to: [server.host])
            async let count = client.client.send(AddOne(name: "x"))
            try await Task.sleep(for: .seconds(3))
            world.network.heal()
            #expect(try await count == Count(count: 2))
        }
    }

    @Test func `tells clients that nobody listens`() async throws {
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
    func `brings a mebibyte whole, however it is cut`(_ seed: Seed) async throws {
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
