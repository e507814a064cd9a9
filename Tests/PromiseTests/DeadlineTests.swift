// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServer
import RecadoSimulation
import RecadoSockets
import Testing

@Suite struct `Calls over a failing network` {
    private static let deadline = Duration.seconds(8)
    private static let shortDeadline = Duration.milliseconds(600)

    private static func options(_ world: World) -> SocketTransport.Options {
        var options = SocketTransport.Options()
        options.host.assumesHTTP2 = world.seed.number % 2 == 0
        options.connectionsPerHost = 2
        return options
    }

    /// Returns a server that keeps failing in some way, over a network that does too.
    private static func server(
        in world: World,
        _ works: Works
    ) async throws -> SimulatedServer {
        var configuration = ServerConfiguration()
        configuration.limits.http2.concurrentStreams = 2
        let server = try await world.server(named: "server", configuration) { _ in
            try works.application()
        }
        world.network.faults = .chaotic
        world.inject(
            anyOf: [
                .crash(server, for: .milliseconds(300)), .powerLoss(server, for: .seconds(1)),
                .pause(server.host, for: .seconds(3)), .handOver(server),
                .isolation(of: server.host, for: .seconds(2)),
                .descriptorLimit(of: server.host, 4, for: .seconds(1)),
            ],
            every: .milliseconds(10)...(.seconds(4))
        )
        return server
    }

    @Test func `end by their deadline, leak nothing, and succeed once the faults have ended`()
        async throws
    {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let (works, times, short) = (Works(), CallTimes(), CallTimes())
            let server = try await Self.server(in: world, works)
            try await world.clients(2, of: [server], at: Works.path, Self.options(world)) {
                client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for lane in 1...3 {
                        group.addTask {
                            if lane > 1 {
                                return try await Self.call(client, lane, times, coverage)
                            }
                            try await Self.callShortly(client, short)
                        }
                    }
                    try await group.waitForAll()
                }
                await world.endFaults()
                // Connections may still be waiting for responses that a crash has lost.
                try await Task.sleep(for: .seconds(70))
                for number in 1...3 {
                    _ = try await client.client.send(Look(number: number, milliseconds: 1))
                }
            }
            try times.check(deadline: Self.deadline + .milliseconds(200))
            try short.check(deadline: Self.shortDeadline + .milliseconds(200))
            try works.begun.check()
            try await world.end()
        }
        coverage.expect("answered", "failed", inOneOf: 1)
    }

    private static var timed: CallOptions { CallOptions(timeouts: Timeouts(total: deadline)) }

    /// Makes calls of all kinds, some of which are cancelled.
    private static func call(
        _ client: SimulatedClient,
        _ lane: Int,
        _ times: CallTimes,
        _ coverage: Coverage
    ) async throws {
        for index in 1...3 {
            let number = client.number * 100 + lane * 10 + index
            let call = Task {
                try await times.record { try await send(number, index, by: client.client) }
            }
            if Int.random(in: 1...3) == 1 {
                try? await Task.sleep(for: .milliseconds(Int.random(in: 0...200)))
                call.cancel()
            }
            switch await call.result {
            case .success: coverage.add("answered")
            case .failure(let error as BrokenProperty): throw error
            case .failure: coverage.add("failed")
            }
        }
    }

    /// Makes three calls through a client that sends one at a time.
    ///
    /// The last call has a short deadline, and waits for the other calls until then.
    private static func callShortly(_ client: SimulatedClient, _ times: CallTimes) async throws {
        let sender = client.client.withMiddleware { $0.callsPerHost = 1 }
        await withTaskGroup(of: Void.self) { group in
            for (part, time) in [(1, deadline), (2, deadline), (3, shortDeadline)] {
                group.addTask {
                    let options = CallOptions(timeouts: Timeouts(total: time))
                    let call = Look(number: part, milliseconds: part == 1 ? 2_000 : 1)
                    try? await Task.sleep(for: .milliseconds(10 * part))
                    guard part == 3 else {
                        _ = try? await sender.send(call, with: options)
                        return
                    }
                    _ = try? await times.record { try await sender.send(call, with: options) }
                }
            }
        }
    }

    private static func send(_ number: Int, _ kind: Int, by client: Client) async throws {
        switch kind {
        case 1:
            let text = String(repeating: "x", count: Int.random(in: 1...9_000))
            let call = Work(number: number, milliseconds: 20, text: NewNote(text: text))
            guard try await client.send(call, with: timed).text != text else { return }
            throw BrokenProperty("answers are whole", "another text came back")
        case 2: try await client.follow(timed)
        default: _ = try await client.send(Look(number: number, milliseconds: 30), with: timed)
        }
    }
}
