// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServer
import RecadoSimulation
import RecadoSockets
import Testing

@Suite struct `An overloaded server` {
    private static func configuration(_ most: Int) -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.limits.requests = most
        configuration.limits.requestsPerAddress = 100
        return configuration
    }

    @Test func `refuses excess requests, answers health checks, and recovers`() async throws {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let (works, times) = (Works(), CallTimes())
            let most = world.seed.number % 3 == 0 ? 1 : 3
            let server = try await world.server(named: "server", Self.configuration(most)) { _ in
                try works.application()
            }
            world.network.faults.cuts = 0.4
            if world.seed.number % 3 == 0 { world.network.faults.bytesPerSecond = 10_000 }
            let pause = Fault.pause(server.host, for: .milliseconds(2_500))
            world.inject(pause, at: .milliseconds(Int.random(in: 0...600)))
            try await world.clients(6, of: [server], at: Works.path) { client in
                try await Self.flood(client, works, server, coverage)
            }
            await world.endFaults()
            guard works.mostTogether <= most else {
                throw BrokenProperty("no more run than may", "\(works.mostTogether) did")
            }
            // Calls that are sent one after another never overload the server.
            try await world.clients(1, of: [server], at: Works.path) { client in
                for number in 1...6 {
                    try await times.record {
                        _ = try await client.client.send(Look(number: number, milliseconds: 1))
                    }
                }
            }
            try times.check(deadline: .seconds(2))
            try await world.end()
        }
        coverage.expect("answered", "refused", inOneOf: 1)
    }

    /// Sends more than the server takes, and asks for its health meanwhile.
    private static func flood(
        _ client: SimulatedClient,
        _ works: Works,
        _ server: SimulatedServer,
        _ coverage: Coverage
    ) async throws {
        let sender = client.client.withMiddleware { $0.retry = nil }
        let monitor = try client.client(of: server).withMiddleware { $0.retry = nil }
        for index in 1...2 {
            let number = client.number * 100 + index * 10
            let length = Int.random(in: 10...6_000)
            let time = Int.random(in: 1...300)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for part in [1, 3] {
                    group.addTask {
                        let text = NewNote(text: String(repeating: "x", count: length))
                        let call = Work(number: number + part, milliseconds: time, text: text)
                        try await send(call, number + part, sender, works, coverage)
                    }
                }
                group.addTask {
                    let call = Look(number: number + 2, milliseconds: time)
                    try await send(call, number + 2, sender, works, coverage)
                }
                group.addTask { _ = try await monitor.get("/health/live", as: Health.self) }
                try await group.waitForAll()
            }
        }
    }

    private struct Health: Codable {
        var status: String
    }

    private static func send(
        _ call: some Endpoint,
        _ number: Int,
        _ sender: Client,
        _ works: Works,
        _ coverage: Coverage
    ) async throws {
        do {
            _ = try await sender.send(call)
            coverage.add("answered")
        } catch {
            guard error.status == .serviceUnavailable else { throw error }
            coverage.add("refused")
            guard works.begun.count(of: number) + works.repeated.count(of: number) == 0 else {
                throw BrokenProperty("what is refused is not begun", "\(number) was")
            }
        }
    }
}
