// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoServer
import RecadoServerStore
import RecadoSimulation
import Synchronization
import Testing

@Suite struct `Limits shared by several servers` {
    /// Returns two servers over one database that never fails; without their database, servers
    /// enforce no limits.
    private static func servers(
        in world: World,
        _ members: Members
    ) async throws -> [SimulatedServer] {
        let database = try await world.notesDatabase()
        var servers: [SimulatedServer] = []
        for number in 1...2 {
            let server = try await world.server(named: "server-\(number)") { host in
                try members.application(SharedState(database.store(for: host)))
            }
            servers.append(server)
        }
        world.network.faults.cuts = 0.3
        world.network.faults.delay = .microseconds(500) ... .milliseconds(30)
        return servers
    }

    @Test func `allow no more requests than the quota`() async throws {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let members = Members()
            let servers = try await Self.servers(in: world, members)
            world.inject(
                anyOf: [
                    .crash(servers[0], for: .milliseconds(100)),
                    .pause(servers[1].host, for: .milliseconds(200)),
                    .clock(of: servers[1].host, by: .seconds(300)),
                ],
                every: .milliseconds(20)...(.milliseconds(800))
            )
            // All calls come from one host, so the quota counts them as one client's.
            try await world.clients(1, of: servers, at: Members.path) { client in
                let senders = try servers.map {
                    try client.client(of: $0, at: Members.path).withMiddleware { $0.retry = nil }
                }
                await withTaskGroup(of: Void.self) { group in
                    for lane in 0..<4 {
                        group.addTask {
                            for _ in 1...4 {
                                let status = await Self.status(of: Spend(), by: senders[lane % 2])
                                coverage.add("status \(status?.code ?? 0)")
                                let rest = Duration.milliseconds(Int.random(in: 0...1_500))
                                try? await Task.sleep(for: rest)
                            }
                        }
                    }
                }
            }
            await world.endFaults()
            try members.uses.check(Spend.quota ?? Quota(1, per: .seconds(1)), delay: .seconds(1))
        }
        coverage.expect("status 200", "status 429", inOneOf: 1)
    }

    private static func status<E: Endpoint>(
        of call: E,
        by sender: Client,
        _ options: CallOptions = CallOptions()
    ) async -> Status? {
        do {
            return try await sender.response(to: call, with: options).status
        } catch {
            return error.status
        }
    }

    @Test func `allow no more wrong passwords than a single server does`() async throws {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let servers = try await Self.servers(in: world, Members())
            world.inject(
                .crash(servers[0], for: .milliseconds(100)),
                at: .milliseconds(Int.random(in: 0...400))
            )
            let told = Atomic(0)
            try await world.clients(3, of: servers, at: Members.path) { client in
                let wrong = try BasicCredentials(user: "ana", password: "wrong")
                let options = CallOptions(credentials: wrong)
                for sender in try servers.map({ try client.client(of: $0, at: Members.path) }) {
                    let sender = sender.withMiddleware { $0.retry = nil }
                    let status = await Self.status(of: Enter(), by: sender, options)
                    // Any other status means that the client has to wait or that the server has
                    // crashed.
                    coverage.add("status \(status?.code ?? 0)")
                    if status == .unauthorized { told.add(1, ordering: .relaxed) }
                }
            }
            let count = told.load(ordering: .relaxed)
            guard count <= Members.limits.account.free + 1 else {
                throw BrokenProperty("wrong passwords are limited", "\(count) were looked at")
            }
        }
        coverage.expect("status 401", "status 429", inOneOf: 1)
    }
}
