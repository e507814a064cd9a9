// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServer
import RecadoSimulation
import RecadoSockets
import Synchronization
import Testing

private struct Echo: WebSocketEndpoint {
    static let route: Route = "GET /echo"
    typealias Incoming = Count
    typealias Outgoing = Count
}

@Suite struct `Simulated protocols` {
    @Test(arguments: Simulation.seeds(1...5))
    func `include HTTP/2 with many calls over one connection`(_ seed: Seed) async throws {
        @Sendable func run() async throws -> (timeline: Timeline, total: Int) {
            let counter = Counter()
            let timeline = try await Simulation.run(seed) { world in
                let server = try await world.server(named: "a") { _ in try counter.application() }
                world.network.faults.cuts = 0.5
                world.network.faults.loss = 0.05
                var options = SocketTransport.Options()
                options.host.assumesHTTP2 = true
                try await world.clients(2, of: [server], at: "/counts", options) { client in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for number in 1...20 {
                            group.addTask {
                                _ = try await client.client.send(AddOne(name: "\(number)"))
                            }
                        }
                        try await group.waitForAll()
                    }
                }
            }
            return (timeline, counter.total)
        }
        let (first, second) = (try await run(), try await run())
        #expect(first.total == 40)
        #expect(first.timeline.lines.filter { $0.contains("connect") }.count == 2)
        #expect(first.timeline.digest == second.timeline.digest)
    }

    @Test(arguments: Simulation.seeds(1...5))
    func `include WebSockets`(_ seed: Seed) async throws {
        try await Simulation.run(seed) { world in
            let server = try await world.server(named: "a") { _ in
                var service = Service(
                    API(name: "echoes", title: "Echoes", version: "1", endpoints: [Echo.self])
                )
                service.serve { (call: Echo) async throws(Echo.Failure) -> Echo.Output in
                    WebSocketHandler { socket in
                        for try await count in socket.messages { try await socket.send(count) }
                    }
                }
                return try Application([service])
            }
            world.network.faults.cuts = 0.5
            try await world.clients(3, of: [server], at: "/echoes") { client in
                let socket = try await client.client.webSocket(Echo())
                for number in 1...20 { try await socket.send(Count(count: number)) }
                var next = 1
                for try await count in socket.messages {
                    #expect(count == Count(count: next))
                    next += 1
                    if next > 20 { break }
                }
                await socket.close()
            }
        }
    }
}
