// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoSockets
import Testing

/// The videoclub over a socket, with the responses that the course's clients expect.
@Suite(.timeLimit(.minutes(3)))
struct `The videoclub with --course` {
    private let film = #"{"title":"Él","year":"1953","director":"Luis Buñuel"}"#

    @Test func `the JSON member rented is a number in every response`() async throws {
        try await SocketCaller.serve(in: .course) { _, caller in
            let catalog = Club.catalog
            let list = try await caller.send("GET", catalog + "?limit=3")
            #expect(list.text.matches(of: /"rented":0/).count == 3)
            #expect(!list.text.contains("false"))
            let created = try await caller.send("POST", catalog, as: .guest, json: film)
            #expect(created.text.contains(#""rented":0"#))
            #expect(created.value["error"] == false)
            let rented = try await caller.send("PUT", catalog + "/21/rent", as: .guest)
            #expect(rented.text.contains(#""rented":1"#))
            let shown = try await caller.send("GET", catalog + "/21")
            #expect(shown.text.contains(#""rented":1"#))
            let edited = try await caller.send("PUT", catalog + "/21", as: .guest, json: "{}")
            #expect(edited.text.contains(#""rented":1"#))
            let returned = try await caller.send("PUT", catalog + "/21/return", as: .guest)
            #expect(returned.text.contains(#""rented":0"#))
        }
    }

    @Test func `a new film gets status 200 and its location`() async throws {
        try await SocketCaller.serve(in: .course) { _, caller in
            let created = try await caller.send("POST", Club.catalog, as: .guest, json: film)
            #expect(created.status == 200)
            #expect(created.fields["location"] == Club.catalog + "/21")
            #expect(created.value["id"]?.intValue == 21)
            #expect(created.value["msg"] == "La película se ha creado")
        }
    }

    @Test func `renting or returning a film twice succeeds and changes nothing`() async throws {
        try await SocketCaller.serve(in: .course) { club, caller in
            for (path, message) in [
                ("/8/rent", "La película se ha marcado como alquilada"),
                ("/8/return", "La película se ha marcado como devuelta"),
            ] {
                let first = try await caller.send("PUT", Club.catalog + path, as: .guest)
                let state = try await club.snapshot()
                club.clock.advance(by: 3600)
                let again = try await caller.send("PUT", Club.catalog + path, as: .guest)
                #expect(again.status == 200)
                #expect(again.value["msg"] == .string(message))
                #expect(again.text == first.text)
                #expect(try await club.snapshot() == state)
            }
        }
    }

    @Test func `invalid requests get the same errors as without --course`() async throws {
        try await SocketCaller.serve(in: .course) { club, caller in
            // Called without a socket, because URLSession does not give a 401 response to its
            // caller.
            let stranger = try await club.send(.put, "8/rent")
            #expect(stranger.status == 401)
            #expect(stranger.fields[.contentType] == "application/problem+json")
            #expect(stranger.value["error"] == true)
            #expect(stranger.value["msg"] == "Sin credenciales válidas")
            let others = try await caller.send("PUT", Club.catalog + "/1/rent", as: .guest)
            #expect(others.status == 403)
            #expect(others.value["error"] == true)
            let missing = try await caller.send("PUT", Club.catalog + "/99/rent", as: .guest)
            #expect(missing.status == 404)
            let empty = try await caller.send("POST", Club.catalog, as: .guest, json: "{}")
            #expect(empty.status == 422)
        }
    }

    @Test func `declared endpoints add, rent and show a film`() async throws {
        try await SocketCaller.serve(in: .course) { _, caller in
            let transport = SocketTransport()
            let guest = try BasicCredentials(user: "test123", password: "test123")
            let client = try Client(base: caller.base + "/videoclub", transport: transport) {
                $0.credentials = guest
            }
            let draft = FilmDraft(title: "Él", year: "1953", director: "Luis Buñuel")
            let reply = try await client.response(to: CreateFilm(film: draft))
            #expect(reply.status == .ok)
            #expect(try await client.send(RentFilm(id: reply.output.film.id)).film.rented)
            #expect(try await client.send(ShowFilm(id: reply.output.film.id)).rented)
            await transport.shutdown()
        }
    }

    @Test func `the OpenAPI document differs in the status of a new film`() throws {
        let declared = try OpenAPI(Videoclub.api).json()
        let course = try OpenAPI(Videoclub.api(in: .course)).json()
        #expect(declared.contains(#""201""#))
        #expect(!course.contains(#""201""#))
        let names = Videoclub.api(in: .course).endpoints.map { $0.name }
        #expect(names == Videoclub.api.endpoints.map { $0.name })
        #expect(Videoclub.api(in: .course).check().isEmpty)
    }
}

@Suite struct `Boolean members of films` {
    @Test(arguments: [
        ("true", true), ("1", true), (#""1""#, true), (#""true""#, true),
        ("false", false), ("0", false), (#""0""#, false), (#""false""#, false),
    ])
    func `are decoded from booleans, numbers and texts`(_ json: String, _ expected: Bool) throws {
        let value = try JSON().decode(TruthValue.self, from: Array(json.utf8))
        #expect(value.wrappedValue == expected)
    }

    @Test(arguments: ["2", "-1", "0.5", "null", #""yes""#, "\"\"", "[]", "{}"])
    func `are not decoded from other values`(_ json: String) {
        #expect(throws: (any Error).self) {
            try JSON().decode(TruthValue.self, from: Array(json.utf8))
        }
    }

    @Test func `are equal whether they are encoded as numbers or booleans`() {
        var number = TruthValue(wrappedValue: true)
        number.isNumber = true
        #expect(number == TruthValue(wrappedValue: true))
        #expect(Set([number, TruthValue(wrappedValue: true)]).count == 1)
    }
}
