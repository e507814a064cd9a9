// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/videoclub-world.md: 'swift run VideoclubWorld' lets the
// members of the videoclub rent a film and give it back, while all kinds of things go wrong.

import Recado
import RecadoContracts
import RecadoSQLite
import RecadoServer
import RecadoServices
import RecadoSimulation
import Synchronization

/// Opens the videoclub on a host, with a database on the host's disk.
func openClub(on host: SimulatedHost) async throws -> Application {
    let store = try await SQLiteStore.open(
        host.folder + "/videoclub.sqlite",
        options: .init { $0.durability = .power }
    )
    let club = try await VideoclubService(store: store, publicBase: "http://videoclub:3000")
    var options = Application.Options()
    options.trustedProxies = World.proxies
    return try Application([club.service], options: options)
}

/// A film as it would be if calls ran one after another: true if it is rented.
enum Shelf: SequentialModel {
    enum Call: Sendable { case rent, giveBack }
    enum Answer: Sendable { case done }

    static var initial: Bool { false }

    static func state(after call: Call, with answer: Answer?, from isRented: Bool) -> Bool? {
        // Without an answer, the call may have been carried out. This is the state if it was.
        guard answer == .done else { return call == .rent }
        return isRented == (call == .rent) ? nil : !isRented
    }
}

/// Rents a film and gives it back, several times.
func useFilm(_ film: Int, by client: Client, _ history: History<Shelf>) async throws {
    for _ in 1...10 {
        do {
            try await history.record(.rent) {
                _ = try await client.send(RentFilm(id: film))
                return .done
            }
            try await Task.sleep(for: .seconds(Int.random(in: 1...20)))
            try await history.record(.giveBack) {
                _ = try await client.send(ReturnFilm(id: film))
                return .done
            }
        } catch is any AnyCallError {
            // Somebody else has it, or the call is lost.
        }
        try await Task.sleep(for: .seconds(Int.random(in: 1...20)))
    }
}

/// The number of confirmed rentals in all worlds.
let total = Atomic(0)

func someMinutes(_ seed: Seed, repeats: Bool) async throws -> Timeline {
    try await Simulation.run(seed) { world in
        let club = try await world.server(named: "videoclub") { try await openClub(on: $0) }
        world.network.faults = .chaotic
        world.inject(
            anyOf: [
                .crash(club, for: .seconds(2)), .powerLoss(club, for: .seconds(5)),
                .handOver(club), .pause(club.host, for: .seconds(3)),
                .isolation(of: club.host, for: .seconds(8)),
            ],
            every: .seconds(5) ... .seconds(40)
        )
        let history = History<Shelf>()
        let member = try BasicCredentials(user: "test123", password: "test123")
        try await world.clients(4, of: [club], at: "/videoclub") { host in
            var client = host.client.with { $0.credentials = member }
            if !repeats { client = client.withMiddleware { $0.retry = nil } }
            try await useFilm(8, by: client, history)
        }
        try history.check()
        let rentals = history.calls.count { $0.operation == .rent && $0.outcome == .done }
        total.add(rentals, ordering: .relaxed)
        try await world.end()
    }
}

/// Returns the first failure among some worlds.
func firstFailure(repeats: Bool) async -> (any Error)? {
    for seed in Simulation.seeds(1...40) {
        do {
            _ = try await someMinutes(seed, repeats: repeats)
        } catch {
            return error
        }
    }
    return nil
}

if let failure = await firstFailure(repeats: true) as? SimulationFailure {
    print("\(failure.error)\nwith seed \(failure.seed)")
}
total.store(0, ordering: .relaxed)
if let failure = await firstFailure(repeats: false) { print(failure) }
print("without repetitions, in 40 worlds: \(total.load(ordering: .relaxed)) rentals, none to two")
