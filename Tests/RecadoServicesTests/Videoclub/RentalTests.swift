// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoPasswords
import RecadoServices
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Renting and returning films` {
    @Test(arguments: Storage.all)
    func `a second rental or return of a film gets status 409`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            club.clock.advance(by: 3600)
            let rented = try await club.send(.put, "8/rent", as: .guest)
            #expect(rented.status == 200)
            #expect(rented.value["error"] == false)
            #expect(rented.value["msg"] == "La película se ha marcado como alquilada")
            #expect(rented.value["rented"] == true)
            #expect(rented.value["updated_at"] == "2017-01-31 11:20:30")
            #expect(try await club.send(.get, "8").value["rented"] == true)

            let taken = try await club.send(.put, "8/rent", as: .guest)
            taken.expectProblem(409)
            #expect(taken.value["title"] == "Ya está alquilada")
            #expect(taken.value["type"] == "/videoclub/problems/already-rented")

            let returned = try await club.send(.put, "8/return", as: .guest)
            #expect(returned.status == 200)
            #expect(returned.value["msg"] == "La película se ha marcado como devuelta")
            #expect(returned.value["rented"] == false)

            let free = try await club.send(.put, "8/return", as: .guest)
            free.expectProblem(409)
            #expect(free.value["title"] == "No está alquilada")
            #expect(free.value["type"] == "/videoclub/problems/not-rented")
        }
    }

    @Test(arguments: Storage.all)
    func `the content of the request is ignored`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            for (target, json) in [("8/rent", "{}"), ("8/return", "not JSON")] {
                let reply = try await club.send(.put, target, as: .guest, json: json)
                #expect(reply.status == 200, "\(reply.value)")
            }
        }
    }

    @Test(arguments: Storage.all)
    func `of fifty concurrent rentals of a film, one succeeds`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<50 {
                    group.addTask { try await club.send(.put, "8/rent", as: .guest).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1)
            #expect(statuses.count { $0 == 409 } == 49)
            #expect(try await club.send(.get, "8").value["rented"] == true)
        }
    }

    @Test(arguments: Storage.all)
    func `fifty films added at once get fifty ids`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let ids = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<50 {
                    group.addTask { try await club.add("Film \(number)") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(ids.sorted() == Array(21...70))
        }
    }

    @Test(arguments: Storage.all)
    func `a password that is sent repeatedly is hashed once`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let before = club.passwords.computedCount
            for _ in 0..<10 {
                _ = try await club.send(.put, "8/rent", as: .guest)
            }
            #expect(club.passwords.computedCount == before + 1)
        }
    }
}
