// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/worlds.md: 'swift run Worlds' looks for a seed with which a
// film is rented twice, and shows that there is none once the mistake is mended.

import Recado
import RecadoSQLite
import RecadoServer
import RecadoServerStore
import RecadoSimulation
import Synchronization

struct RentFilm: Endpoint {
    static let route: Route = "POST /films/{id}/rental"
    typealias Output = Rental

    enum Failure: Problem, CaseIterable {
        case alreadyRented

        var status: Status { .conflict }
        var title: String { "Already rented" }
    }

    @Path var id: Int
}

struct Rental: Codable, Sendable {
    var film: Int
}

struct Club: Sendable {
    let store: ReportingStore

    /// Checks in one transaction that the film is there, and takes it in another.
    func rentInTwoSteps(
        _ call: RentFilm
    ) async throws(HandlerError<RentFilm.Failure>) -> Rental {
        let isThere = try await store.read {
            transaction throws(TransactionError<RentFilm.Failure>) in
            try transaction.first("SELECT 1 FROM film WHERE id = \(call.id) AND rented = 0") { _ in
                true
            } ?? false
        }
        guard isThere else { throw .failed(.alreadyRented) }
        try await store.write { transaction throws(TransactionError<RentFilm.Failure>) in
            _ = try transaction.execute("UPDATE film SET rented = 1 WHERE id = \(call.id)")
        }
        return Rental(film: call.id)
    }

    /// Takes the film if it is there, in a single statement.
    func rentAtOnce(
        _ call: RentFilm
    ) async throws(HandlerError<RentFilm.Failure>) -> Rental {
        let count = try await store.write {
            transaction throws(TransactionError<RentFilm.Failure>) in
            try transaction.execute(
                "UPDATE film SET rented = 1 WHERE id = \(call.id) AND rented = 0"
            ).count
        }
        guard count > 0 else { throw .failed(.alreadyRented) }
        return Rental(film: call.id)
    }
}

func makeClub(in folder: String, isCareful: Bool) async throws -> Application {
    let database = try await SQLiteStore.open(folder + "/club.sqlite")
    try await database.migrate([
        Migration(
            "create the films",
            ["CREATE TABLE film (id INTEGER PRIMARY KEY, rented INTEGER NOT NULL) STRICT"]
        )
    ])
    try await database.write { try $0.execute("INSERT INTO film VALUES (1, 0)") }
    let club = Club(store: ReportingStore(database) { print("store:", $0) })
    var service = Service(
        API(name: "club", title: "Club", version: "1", endpoints: [RentFilm.self])
    )
    service.serve(isCareful ? club.rentAtOnce : club.rentInTwoSteps)
    return try Application([service])
}

struct RentedTwice: Error {}

func nothingIsRentedTwice(_ seed: Seed, isCareful: Bool) async throws -> Timeline {
    try await Simulation.run(seed) { world in
        let server = try await world.server(named: "club") { host in
            try await makeClub(in: host.folder, isCareful: isCareful)
        }
        let count = Atomic(0)
        try await world.clients(4, of: [server], at: "/club") { client in
            do {
                _ = try await client.client.send(RentFilm(id: 1))
                count.add(1, ordering: .relaxed)
            } catch {
                // Somebody else has it, or the network has lost the call.
            }
        }
        if count.load(ordering: .relaxed) > 1 { throw RentedTwice() }
    }
}

func firstFailure(isCareful: Bool) async -> (any Error)? {
    for seed in Simulation.seeds(1...300) {
        do {
            _ = try await nothingIsRentedTwice(seed, isCareful: isCareful)
        } catch {
            return error
        }
    }
    return nil
}

if let failure = await firstFailure(isCareful: false) { print(failure) }
if await firstFailure(isCareful: true) == nil { print("300 worlds, and no film is rented twice") }
