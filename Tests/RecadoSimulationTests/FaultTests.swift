// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoSQLite
import RecadoServer
import RecadoSimulation
import RecadoStore
import Testing

@Suite struct `Injected faults` {
    private struct Broken: Error {}

    @Test func `begin at the given time and end after the given duration`() async throws {
        let timeline = try await Simulation.run(1) { world in
            let server = try await world.server(named: "a") { _ in try Counter().application() }
            world.inject(.crash(server, for: .seconds(5)), at: .seconds(10))
            try await Task.sleep(for: .seconds(12))
            #expect(!server.host.isUp)
            try await Task.sleep(for: .seconds(4))
            #expect(server.host.isUp)
        }
        let lines = timeline.lines.filter { $0.contains("fault") || $0.contains("mended") }
        #expect(lines.count == 2)
        #expect(lines.first?.contains("10.000") == true)
    }

    @Test func `are reduced to those that make the test fail`() async throws {
        do {
            try await Simulation.run(3) { world in
                let server = try await world.server(named: "a") { _ in try Counter().application() }
                world.inject(
                    anyOf: [
                        .pause(server.host, for: .seconds(1)),
                        .clock(of: server.host, by: .seconds(3)),
                    ],
                    every: .seconds(1) ... .seconds(2)
                )
                try await Task.sleep(for: .seconds(60))
                if server.host.clockSkew > .zero { throw Broken() }
            }
            Issue.record("no fault has happened")
        } catch let failure as SimulationFailure {
            #expect(failure.error is Broken)
            // The simulation reduces the faults to those that are needed: one change of the clock.
            let faults = failure.timeline.lines.filter { $0.contains("fault") }
            #expect(faults.count == 1)
            #expect(Seed(failure.seed.description) == failure.seed)
        }
    }

    @Test func `fail the test at once if they throw an error`() async throws {
        let failure = await #expect(throws: SimulationFailure.self) {
            try await Simulation.run(1) { world in
                world.inject(Fault("a broken one") { _ in throw Broken() })
                try await Task.sleep(for: .seconds(60))
            }
        }
        #expect(failure?.error is Broken)
        #expect(failure?.seed == 1)
    }

    @Test func `make name lookups fail`() async throws {
        try await Simulation.run(1) { world in
            let server = try await world.server(named: "a") { _ in try Counter().application() }
            world.network.faults.lookups = 1
            try await world.clients(1, of: [server], at: "/counts") { client in
                let client = client.client.withMiddleware { $0.retry = nil }
                await #expect(throws: (any Error).self) {
                    try await client.send(ReadCount(name: "a"))
                }
                world.network.faults = .none
                _ = try await client.send(ReadCount(name: "a"))
            }
        }
    }

    @Test func `limit file descriptors, after which clients are served again`() async throws {
        try await Simulation.run(1) { world in
            let server = try await world.server(named: "a") { _ in try Counter().application() }
            world.inject(.descriptorLimit(of: server.host, 4, for: .seconds(5)))
            try await world.clients(3, of: [server], at: "/counts") { client in
                for _ in 1...5 {
                    _ = try? await client.client.send(ReadCount(name: "a"))
                    try await Task.sleep(for: .seconds(2))
                }
                _ = try await client.client.send(ReadCount(name: "a"))
            }
            try await world.end()
        }
    }

    @Test func `limit the bandwidth`() async throws {
        try await Simulation.run(1) { world in
            let server = try await world.server(named: "a") { _ in try Counter().application() }
            world.network.faults.bytesPerSecond = 100
            try await world.clients(1, of: [server], at: "/counts") { client in
                let begin = ContinuousClock.now
                _ = try await client.client.send(ReadCount(name: "a"))
                #expect(ContinuousClock.now - begin > .seconds(2))
            }
        }
    }
}

@Suite struct `A simulated database` {
    private static func numbers(_ host: SimulatedHost) async throws -> SQLiteStore {
        let store = try await SQLiteStore.open(
            host.folder + "/numbers.sqlite",
            options: .init { $0.durability = .power }
        )
        try await store.migrate([
            Migration("numbers", ["CREATE TABLE number (value INTEGER PRIMARY KEY) STRICT"])
        ])
        return store
    }

    @Test(arguments: Simulation.seeds(1...20))
    func `keeps acknowledged writes through faults`(_ seed: Seed) async throws {
        try await Simulation.run(seed) { world in
            let database = try await world.database { try await Self.numbers($0) }
            let host = try world.host(named: "server")
            world.network.faults = .chaotic
            world.inject(
                anyOf: [
                    .powerLoss(database, for: .milliseconds(200)),
                    .cut(from: [database.host], to: [host], for: .seconds(11)),
                    .cut(from: [host], to: [database.host], for: .seconds(11)),
                ],
                every: .milliseconds(50) ... .seconds(2)
            )
            let written = Acknowledgements<Int>()
            try await host.perform {
                let store = database.store(for: host)
                for number in 1...40 {
                    _ = try? await written.record(number) {
                        try await store.execute("INSERT INTO number VALUES (\(number))")
                    }
                }
            }
            await world.endFaults()
            let kept = try await database.perform { store in
                try await store.read { try $0.all("SELECT value FROM number") { try $0[0] as Int } }
            }
            #expect(written.count > 0)
            try written.check(against: kept)
        }
    }

    @Test func `refuses statements while it is down`() async throws {
        try await Simulation.run(1) { world in
            let database = try await world.database { try await Self.numbers($0) }
            let host = try world.host(named: "server")
            database.host.crash()
            try await host.perform {
                let error = await #expect(throws: StoreError.self) {
                    try await database.store(for: host).execute("INSERT INTO number VALUES (1)")
                }
                #expect(error?.code == .connectionLost || error?.code == .cannotOpen)
            }
        }
    }
}

@Suite struct `Property checks of recorded calls` {
    @Test func `accept correct recordings`() async throws {
        let (written, executions) = (Acknowledgements<Int>(), Executions<Int>())
        try await written.record(1) { executions.record(1) }
        try written.check(against: [1])
        try executions.check()
    }

    @Test func `detect lost, unexpected and repeated writes`() async throws {
        let (written, executions) = (Acknowledgements<Int>(), Executions<Int>())
        try await written.record(1) {}
        #expect(throws: BrokenProperty.self) { try written.check(against: []) }
        #expect(throws: BrokenProperty.self) { try written.check(against: [1, 1]) }
        #expect(throws: BrokenProperty.self) { try written.check(against: [1, 2]) }
        let start = ContinuousClock.now
        executions.record(1, at: start)
        executions.record(1, at: start + .seconds(9))
        #expect(throws: BrokenProperty.self) { try executions.check() }
        #expect(throws: BrokenProperty.self) { try executions.check(again: .seconds(10)) }
        try executions.check(again: .seconds(9))
    }

    @Test func `detect more requests than a quota allows`() async throws {
        try await Simulation.run(1) { _ in
            let uses = QuotaUse()
            for _ in 1...3 { uses.record("a") }
            try await Task.sleep(for: .seconds(10))
            uses.record("a")
            try uses.check(Quota(3, per: .seconds(30)))
            uses.record("a")
            #expect(throws: BrokenProperty.self) { try uses.check(Quota(3, per: .seconds(30))) }
        }
    }

    @Test func `detect late calls and calls that stay slow after a fault`() async throws {
        try await Simulation.run(1) { _ in
            let times = CallTimes()
            try await times.record { try await Task.sleep(for: .milliseconds(10)) }
            let fault = ContinuousClock.now
            try await times.record { try await Task.sleep(for: .seconds(5)) }
            try times.check(deadline: .seconds(6))
            #expect(throws: BrokenProperty.self) { try times.check(deadline: .seconds(4)) }
            let recovery = ContinuousClock.now
            #expect(throws: BrokenProperty.self) { try times.check(before: fault, after: recovery) }
            try await times.record { try await Task.sleep(for: .milliseconds(15)) }
            try times.check(before: fault, after: recovery)
            try await times.record { try await Task.sleep(for: .seconds(1)) }
            try await times.record { try await Task.sleep(for: .seconds(1)) }
            #expect(throws: BrokenProperty.self) { try times.check(before: fault, after: recovery) }
        }
    }
}
