// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoServices
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `The catalog of the videoclub` {
    @Test(arguments: Storage.all)
    func `an empty database is filled with the initial films`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let reply = try await club.list()
            #expect(reply.status == 200)
            #expect(reply.fields[.contentType] == "application/json")
            #expect(reply.total == "20")
            #expect(reply.fields[.link] == nil)
            #expect(reply.films.count == 20)
            #expect(reply.films.map { $0["id"]?.intValue } == Array(1...20))
            let first = try #require(reply.films.first?.objectValue)
            #expect(
                first.map(\.key) == [
                    "id", "title", "year", "director", "poster", "rented", "synopsis",
                    "created_at", "updated_at",
                ]
            )
            #expect(first["title"] == "El padrino")
            #expect(first["year"] == "1972")
            #expect(first["director"] == "Francis Ford Coppola")
            #expect(first["rented"] == false)
            #expect(first["created_at"] == "2017-01-31 10:20:30")
            #expect(first["poster"] == "https://club.example/videoclub/posters/el-padrino.svg")
        }
    }

    @Test(arguments: Storage.all)
    func `a film is found with and without a trailing slash`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            for target in ["19", "19/"] {
                let reply = try await club.send(.get, target)
                #expect(reply.status == 200)
                #expect(reply.value["title"] == "Taxi Driver")
            }
        }
    }

    @Test(arguments: Storage.all, ["21", "0", "-1", "9223372036854775807"])
    func `a missing film gets problem details with status 404`(
        storage: Storage,
        id: String
    ) async throws {
        try await Club.open(over: storage) { club in
            let reply = try await club.send(.get, id)
            reply.expectProblem(404)
            #expect(reply.value["title"] == "Recurso no encontrado")
            #expect(reply.value["type"] == "/videoclub/problems/no-such-film")
        }
    }

    @Test(arguments: Storage.all, ["abc", "1.5", "9223372036854775808", "%20"])
    func `an id that is not a number is refused and named in the error`(
        storage: Storage,
        id: String
    ) async throws {
        try await Club.open(over: storage) { club in
            let reply = try await club.send(.get, id)
            reply.expectProblem(422)
            #expect(reply.value[path: "errors.0.parameter"] == "id")
        }
    }

    // MARK: - Adding, changing, removing

    @Test(arguments: Storage.all)
    func `the response to a new film has its location and its id`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let json = #"{"title":"Alien","year":1979,"director":"Ridley Scott","poster":""}"#
            let reply = try await club.send(.post, "", as: .guest, json: json)
            #expect(reply.status == 201)
            #expect(reply.fields[.location] == "/videoclub/api/v1/catalog/21")
            #expect(reply.fields[.cacheControl] == "no-store")
            #expect(reply.value["error"] == false)
            #expect(reply.value["msg"] == "La película se ha creado")
            #expect(reply.value["id"]?.intValue == 21)
            #expect(reply.value["year"] == "1979")
            #expect(reply.value["rented"] == false)
            #expect(reply.value["poster"] == "")
            let location = try #require(reply.fields[.location])
            let shown = try await club.send(.get, location)
            #expect(shown.value["title"] == "Alien")
            #expect(try await club.list().total == "21")
        }
    }

    @Test(arguments: Storage.all)
    func `the location of a new film has no extension or trailing slash`(
        storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            let json = #"{"title":"Alien","year":"1979","director":"Ridley Scott"}"#
            for (number, target) in [Club.catalog + ".json", Club.catalog + "/"].enumerated() {
                let reply = try await club.send(.post, target, as: .guest, json: json)
                #expect(reply.fields[.location] == "\(Club.catalog)/\(21 + number)")
            }
        }
    }

    @Test(arguments: Storage.all)
    func `an edit changes only the JSON members in its content`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let before = try await club.send(.get, "7").value
            club.clock.advance(by: 61)
            let reply = try await club.send(.put, "7", as: .guest, json: #"{"year":"1998"}"#)
            #expect(reply.status == 200)
            #expect(reply.value["error"] == false)
            #expect(reply.value["msg"] == "La película se ha modificado correctamente")
            var expected = before
            expected["year"] = "1998"
            expected["updated_at"] = "2017-01-31 10:21:31"
            #expect(try await club.send(.get, "7").value == expected)
            #expect(reply.value["updated_at"] == "2017-01-31 10:21:31")
        }
    }

    @Test(arguments: Storage.all)
    func `an edit without effect keeps the time of the last change`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let before = try await club.snapshot()
            club.clock.advance(by: 61)
            let film = try await club.send(.get, "7").text
            // A client may send back all that it has read, as the course's form does.
            for json in ["{}", film, #"{"title":null}"#] {
                let reply = try await club.send(.put, "7", as: .guest, json: json)
                #expect(reply.status == 200, "\(reply.value)")
            }
            #expect(try await club.snapshot() == before)
        }
    }

    @Test(arguments: Storage.all)
    func `an empty poster or synopsis is removed`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let json = #"{"poster":"","synopsis":""}"#
            let reply = try await club.send(.put, "7", as: .guest, json: json)
            #expect(reply.value["poster"] == "")
            #expect(reply.value["synopsis"] == "")
            let own = #"{"poster":"https://elsewhere.example/p.png"}"#
            let changed = try await club.send(.put, "7", as: .guest, json: own)
            #expect(changed.value["poster"] == "https://elsewhere.example/p.png")
        }
    }

    @Test(arguments: Storage.all)
    func `a removed film is gone and its id is not reused`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let id = try await club.add("Alien")
            let reply = try await club.send(.delete, "\(id)", as: .guest)
            #expect(reply.status == 200)
            #expect(reply.value == ["error": false, "msg": "La película se ha eliminado"])
            try await club.send(.get, "\(id)").expectProblem(404)
            try await club.send(.delete, "\(id)", as: .guest).expectProblem(404)
            #expect(try await club.add("Aliens") == id + 1)
        }
    }

    @Test(arguments: Storage.all)
    func `the path of a missing poster is stored unchanged`(
        storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            let json = #"{"poster":"/videoclub/posters/none.svg"}"#
            let reply = try await club.send(.put, "7", as: .guest, json: json)
            #expect(reply.value["poster"] == "/videoclub/posters/none.svg")
        }
    }
}
