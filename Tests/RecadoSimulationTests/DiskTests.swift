// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoSQLite
import RecadoSimulation
import RecadoStore
import Synchronization
import Testing

/// Adds numbers to a database on a host's disk, and remembers which were acknowledged.
private final class Numbers: Sendable {
    private let acknowledged = Mutex<Set<Int>>([])

    var count: Int { acknowledged.withLock(\.count) }

    private static func open(
        _ host: SimulatedHost,
        _ durability: SQLiteStore.Durability
    ) async throws -> SQLiteStore {
        let store = try await SQLiteStore.open(
            host.folder + "/numbers.sqlite",
            options: SQLiteStore.Options { $0.durability = durability }
        )
        try await store.migrate([
            Migration("numbers", ["CREATE TABLE number (value INTEGER PRIMARY KEY) STRICT"])
        ])
        return store
    }

    /// Adds numbers on a host, one after another, until the host crashes.
    func add(on host: SimulatedHost, _ durability: SQLiteStore.Durability) async throws {
        try await host.perform { [self] in
            let store = try await Self.open(host, durability)
            for number in 1...10_000 {
                try await store.write {
                    try $0.execute("INSERT INTO number (value) VALUES (\(number))")
                }
                _ = acknowledged.withLock { $0.insert(number) }
                // The time that a client needs to receive the response and send the next request.
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    /// Returns the acknowledged numbers that are no longer in a host's database.
    func lost(on host: SimulatedHost, _ durability: SQLiteStore.Durability) async throws -> Set<Int>
    {
        let kept = try await host.perform {
            let store = try await Self.open(host, durability)
            let rows = try await store.read {
                try $0.all("SELECT value FROM number") { try $0[0] as Int }
            }
            await store.close()
            return Set(rows)
        }
        return acknowledged.withLock { $0.subtracting(kept) }
    }
}

@Suite struct `The disk of a simulated host` {
    /// Returns how many numbers are lost if a host crashes at a time that the seed chooses.
    private static func losses(
        _ seed: Seed,
        _ durability: SQLiteStore.Durability,
        silently isSilent: Bool
    ) async throws -> Int {
        let numbers = Numbers()
        let losses = Mutex(0)
        try await Simulation.run(seed) { world in
            let host = try world.host(named: "a")
            let work = Task { try await numbers.add(on: host, durability) }
            try await Task.sleep(for: .microseconds(.random(in: 20_000...60_000)))
            host.crash(silently: isSilent)
            await #expect(throws: HostCrash.self) { try await work.value }
            host.restart()
            let lost = try await numbers.lost(on: host, durability)
            losses.withLock { $0 = lost.count }
        }
        #expect(numbers.count > 5)
        return losses.withLock(\.self)
    }

    @Test(arguments: Simulation.seeds(1...20))
    func `keeps committed data when the host crashes`(_ seed: Seed) async throws {
        #expect(try await Self.losses(seed, .process, silently: false) == 0)
    }

    @Test(arguments: Simulation.seeds(1...20))
    func `keeps power-safe commits when the power is lost`(_ seed: Seed) async throws {
        #expect(try await Self.losses(seed, .power, silently: true) == 0)
    }

    @Test func `loses unsynced data when the power is lost`() async throws {
        var losses = 0
        for seed in Simulation.seeds(1...20) {
            losses += try await Self.losses(seed, .process, silently: true)
        }
        #expect(losses > 0)
    }
}
