// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoServer
import RecadoServerStore
import RecadoSimulation
import Testing

@Suite struct `Changes of the system clock` {
    /// Returns a server on its own, or with a database on another host whose clock is changed too.
    private static func server(
        in world: World,
        _ hasDatabase: Bool
    ) async throws -> (server: SimulatedServer, hosts: [SimulatedHost]) {
        let database = hasDatabase ? try await world.notesDatabase() : nil
        let server = try await world.server(named: "server") { host in
            try Members().application(database.map { SharedState($0.store(for: host)) })
        }
        return (server, [server.host] + (database.map { [$0.host] } ?? []))
    }

    private static func putClocks(of hosts: [SimulatedHost], in world: World) {
        let steps: [Duration] = [.seconds(-86_400), .seconds(-600), .seconds(-20), .seconds(600)]
        for host in hosts {
            host.clockSkew = .seconds(Int.random(in: 0...1) * 86_400)
            world.inject(
                anyOf: steps.map { .clock(of: host, by: $0) },
                every: .seconds(1) ... .seconds(40)
            )
        }
    }

    @Test func `extend lockouts to at most twice the longest wait`() async throws {
        try await Simulation.run(seeds) { world in
            let (server, hosts) = try await Self.server(in: world, world.seed.number % 2 == 0)
            Self.putClocks(of: hosts, in: world)
            try await world.clients(1, of: [server], at: Members.path) { client in
                let sender = client.client.withMiddleware { $0.retry = nil }
                for _ in 1...4 {
                    let wrong = try BasicCredentials(user: "ana", password: "wrong")
                    _ = try? await sender.send(Enter(), with: CallOptions(credentials: wrong))
                    _ = try? await sender.send(Spend())
                    _ = try? await sender.send(Spend())
                    try await Task.sleep(for: .seconds(Int.random(in: 0...9)))
                }
                await world.endFaults()
                // If the clock was put back far, a recorded wait blocks nobody until the clock
                // nears its end again.
                try await Task.sleep(for: .seconds(Int.random(in: 0...122)))
                let right = try BasicCredentials(user: "ana", password: Members.password)
                let options = CallOptions(credentials: right)
                // Tries for twice the longest wait, which is 60 s, because the clock may have been
                // put back during a wait.
                for rest in [20, 20, 20, 20, 20, 20, 2] {
                    if (try? await sender.send(Enter(), with: options)) != nil { break }
                    try await Task.sleep(for: .seconds(rest))
                }
                _ = try await sender.send(Enter(), with: options)
                if (try? await sender.send(Spend())) == nil {
                    // The server notices only now that the clock was changed; 5 s later one request
                    // is allowed.
                    try await Task.sleep(for: .seconds(6))
                    _ = try await sender.send(Spend())
                }
            }
        }
    }

    @Test func `extend sessions at most by the time the clock was set back`() async throws {
        try await Simulation.run(seeds, within: .seconds(200_000)) { world in
            let (server, hosts) = try await Self.server(in: world, world.seed.number % 2 == 0)
            hosts[0].clockSkew = .seconds(Int.random(in: 0...2) * 43_200)
            try await world.clients(1, of: [server], at: Members.path) { client in
                let identifier = try await client.client.send(SignIn())
                let options = CallOptions(
                    credentials: SessionCredentials(identifier: identifier)
                )
                _ = try await client.client.send(ShowName(), with: options)
                let step = Duration.seconds(Int.random(in: 0...86_400))
                hosts[0].clockSkew -= step
                // An unused session ends after half an hour, as soon as the clock can show that.
                for rest in step < .seconds(3_601)
                    ? [.seconds(1_801) + step] : [.seconds(1_801), step]
                {
                    try await Task.sleep(for: rest)
                    guard (try? await client.client.send(ShowName(), with: options)) != nil else {
                        continue
                    }
                    throw BrokenProperty("sessions end", "one lives after half an hour")
                }
            }
        }
    }
}
