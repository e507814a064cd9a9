// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServer
import RecadoServerStore
import RecadoSimulation
import RecadoStore
import Testing

@Suite struct `Conditional changes with If-Match` {
    private static func inject(
        _ servers: [SimulatedServer],
        _ database: SimulatedDatabase,
        in world: World
    ) {
        world.network.faults = .chaotic
        world.inject(
            anyOf: [
                .pause(servers[0].host, for: .seconds(17)),
                .pause(servers[1].host, for: .seconds(3)),
                .crash(servers[1], for: .seconds(1)), .crash(database, for: .seconds(1)),
                .partition([servers[1].host], from: [database.host], for: .seconds(20)),
                .clock(of: servers[0].host, by: .seconds(600)),
            ],
            every: .milliseconds(50)...(.seconds(5))
        )
    }

    @Test func `are never lost on two servers that pause, crash and disconnect`() async throws {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let history = History<Register<String>>()
            let database = try await world.notesDatabase()
            let servers = try await world.servers(2, over: database)
            try await history.record(.write("new")) {
                try await database.perform {
                    _ = try await $0.execute("INSERT INTO note (id, text) VALUES (1, 'new')")
                }
                return .done
            }
            Self.inject(servers, database, in: world)
            try await world.clients(3, of: servers, at: Notes.path) { client in
                let clients = try servers.map { try client.client(of: $0, at: Notes.path) }
                for number in 1...2 {
                    do {
                        let sender = clients[(client.number + number) % 2]
                        try await Self.change("\(client.number).\(number)", by: sender, history)
                        coverage.add("changed")
                    } catch let error as CallError<Never> {
                        coverage.add("status \(error.status?.code ?? 0)")
                    }
                }
            }
            await world.endFaults()
            // After a while nothing that a fault has left behind blocks changes any more.
            try await Task.sleep(for: .seconds(40))
            try await Self.changeOnceMore(servers, in: world, history)
            let last = try await database.perform { store in
                try await store.read {
                    try $0.value("SELECT text FROM note WHERE id = 1", as: String.self)
                }
            }
            try await history.record(.read) { .value(last) }
            try history.check()
        }
        coverage.expect("changed", "status 412", inOneOf: 1)
    }

    /// Changes the note through each server, after the faults have ended.
    private static func changeOnceMore(
        _ servers: [SimulatedServer],
        in world: World,
        _ history: History<Register<String>>
    ) async throws {
        for server in servers {
            try await world.clients(1, of: [server], at: Notes.path) { client in
                try await Self.change("last of \(server.host.name)", by: client.client, history)
            }
        }
    }

    /// Reads the note, and replaces the text that was read.
    private static func change(
        _ text: String,
        by client: Client,
        _ history: History<Register<String>>
    ) async throws {
        var tag = ""
        var former = ""
        try await history.record(.read) {
            let reply = try await client.response(to: ShowNote(id: 1))
            tag = reply.fields[.eTag] ?? ""
            former = reply.output.text
            return .value(former)
        }
        // The server may refuse the change because an earlier attempt, whose response was lost,
        // succeeded.
        try await history.record(.replace(former, by: text)) {
            let call = EditNote(id: 1, note: NewNote(text: text))
            _ = try await client.send(call, with: CallOptions(fields: [.ifMatch: tag]))
            return .done
        }
    }
}
