// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServer
import RecadoSimulation
import RecadoSockets
import Testing

@Suite struct `A server that shuts down` {
    /// Returns options with HTTP/2 in every second world, and with HTTP/1.1 in the others.
    private static func options(_ world: World) -> SocketTransport.Options {
        var options = SocketTransport.Options()
        options.host.assumesHTTP2 = world.seed.number % 2 == 0
        return options
    }

    /// Checks that a shutdown takes at most 5 s.
    ///
    /// Requests take at most 40 ms, so the grace period is not used up.
    private static func inTime(_ end: () async throws -> Void) async throws {
        let times = CallTimes()
        try await times.record(end)
        try times.check(deadline: .seconds(5))
    }

    @Test func `answers all requests that it has begun`() async throws {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let works = Works()
            let server = try await world.server(named: "server") { _ in try works.application() }
            world.network.faults.cuts = 0.3
            let end = Duration.milliseconds(Int.random(in: 5...200))
            let shutdown = Fault("the server is shut down") { _ in
                try await Self.inTime { try await server.shutdown(grace: .seconds(30)) }
            }
            world.inject(shutdown, at: end)
            try await world.clients(4, of: [server], at: Works.path, Self.options(world)) {
                client in
                let sender = client.client.withMiddleware { $0.retry = nil }
                for index in 1...4 {
                    let number = client.number * 100 + index
                    let call = Work(
                        number: number,
                        milliseconds: Int.random(in: 0...40),
                        text: NewNote(text: "text")
                    )
                    let begin = world.elapsed
                    do {
                        _ = try await sender.send(call)
                        coverage.add("answered")
                    } catch {
                        coverage.add("refused")
                        // The first call opens the connection, perhaps only after the shutdown has
                        // begun.
                        let wasOnItsWay = index > 1 && begin < end
                        guard wasOnItsWay || works.begun.count(of: number) > 0 else { return }
                        throw BrokenProperty("what was on its way is answered", "\(error)")
                    }
                }
            }
            try works.begun.check()
            try await world.end()
        }
        coverage.expect("answered", "refused")
    }

    @Test func `is replaced by a new process without losing requests`() async throws {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let works = Works()
            let server = try await world.server(named: "server") { _ in try works.application() }
            world.network.faults.cuts = 0.3
            for _ in 1...2 {
                let time = Duration.milliseconds(Int.random(in: 5...150))
                let fault = Fault("the server is replaced") { _ in
                    try await Self.inTime { try await server.handOver(grace: .seconds(30)) }
                }
                world.inject(fault, at: time)
            }
            try await world.clients(4, of: [server], at: Works.path, Self.options(world)) {
                client in
                let sender = client.client.withMiddleware { $0.retry = nil }
                for index in 1...4 {
                    let call = Work(
                        number: client.number * 100 + index,
                        milliseconds: Int.random(in: 0...40),
                        text: NewNote(text: "text")
                    )
                    _ = try await sender.send(call)
                    if index == 2 { try await sender.follow() }
                    coverage.add("answered")
                }
            }
            try works.begun.check()
            try await world.end()
        }
        coverage.expect("answered", inOneOf: 1)
    }
}
