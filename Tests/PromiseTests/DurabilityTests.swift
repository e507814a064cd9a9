// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoSQLite
import RecadoServer
import RecadoSimulation
import RecadoStore
import Testing

@Suite struct `Acknowledged writes` {
    /// Returns a server with its database on its own disk.
    private static func server(
        in world: World,
        _ durability: SQLiteStore.Durability
    ) async throws -> SimulatedServer {
        try await world.server(named: "server") { host in
            try await Notes(over: Notes.open(on: host, durability)).application()
        }
    }

    /// Adds notes, several at a time, and records which of them the server has acknowledged.
    private static func write(
        _ server: SimulatedServer,
        in world: World,
        _ written: Acknowledgements<String>
    ) async throws {
        try await world.clients(3, of: [server], at: Notes.path) { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...4 {
                    group.addTask {
                        try await Task.sleep(for: .milliseconds(60 * Int.random(in: 0...number)))
                        let isWanted = Int.random(in: 1...4) > 1
                        let text = "\(isWanted ? "" : "unwanted-")\(client.number)-\(number)"
                        _ = try? await written.record(text) {
                            try await client.client.send(AddNote(note: NewNote(text: text)))
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `survive crashes of the server process`() async throws {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let written = Acknowledgements<String>()
            let server = try await Self.server(in: world, .process)
            world.inject(
                anyOf: [.crash(server, for: .milliseconds(50))],
                every: .milliseconds(10)...(.milliseconds(900))
            )
            try await Self.write(server, in: world, written)
            await world.endFaults()
            try await server.host.perform {
                try await Notes.check(Notes.open(on: server.host), written)
            }
            if written.count > 4 { coverage.add("most acknowledged") }
        }
        coverage.expect("most acknowledged")
    }

    @Test func `survive power losses and disk errors with power-safe durability`() async throws {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let written = Acknowledgements<String>()
            let server = try await Self.server(in: world, .power)
            var faults = DiskFaults()
            faults.delay = .milliseconds(1) ... .milliseconds(30)
            // Slow writes make later ones wait, so that several are committed together.
            server.host.diskFaults = faults
            faults.failures = 0.05
            world.inject(
                anyOf: [
                    .powerLoss(server, for: .milliseconds(50)),
                    .disk(of: server.host, faults, for: .milliseconds(40)),
                ],
                every: .milliseconds(10)...(.milliseconds(900))
            )
            try await Self.write(server, in: world, written)
            await world.endFaults()
            try await server.host.perform {
                try await Notes.check(Notes.open(on: server.host, .power), written)
            }
            if written.count > 4 { coverage.add("most acknowledged") }
        }
        coverage.expect("most acknowledged")
    }

    @Test func `are refused with 507 while the disk is full, and then stored`() async throws {
        let coverage = Coverage()
        try await Simulation.run(seeds) { world in
            let written = Acknowledgements<String>()
            let server = try await Self.server(in: world, .power)
            let size = Int.random(in: 0...60_000)
            var faults = DiskFaults()
            faults.capacity = server.host.diskUse + size
            world.inject(.disk(of: server.host, faults, for: .seconds(2)))
            try await world.clients(2, of: [server], at: Notes.path) { client in
                for number in 1...6 {
                    let name = "\(client.number)-\(number)"
                    try await Self.addLong(name, by: client.client, written, coverage)
                }
            }
            await world.endFaults()
            let store = try await server.host.perform { try await Notes.open(on: server.host) }
            try await server.host.perform { try await Notes.check(store, written) }
        }
        coverage.expect("507")
    }

    /// Adds a long note; if the disk is full, adds it again once there is room.
    private static func addLong(
        _ name: String,
        by client: Client,
        _ written: Acknowledgements<String>,
        _ coverage: Coverage
    ) async throws {
        let text = name + String(repeating: "x", count: 5_000)
        let call = AddNote(note: NewNote(text: text))
        let options = CallOptions(fields: [.idempotencyKey: name])
        do {
            _ = try await written.record(text) { try await client.send(call, with: options) }
        } catch let error as CallError<AddNote.Failure> {
            guard error.status == .insufficientStorage else { throw error }
            coverage.add("507")
            // A full disk does not stop reads.
            _ = try await client.send(ListNotes())
            try await Task.sleep(for: .seconds(3))
            // There is room now: the server carries out the same request.
            _ = try await written.record(text) { try await client.send(call, with: options) }
        }
    }
}
