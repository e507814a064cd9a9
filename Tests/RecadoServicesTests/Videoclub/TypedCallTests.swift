// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices
import RecadoSockets
import Testing

/// The videoclub over a socket, called by means of the declaration that it serves.
@Suite(.timeLimit(.minutes(3)))
struct `The videoclub through its declared endpoints` {
    /// Serves a videoclub on a free port while `body` runs, which gets a client.
    private func serve(_ body: (Club, Client) async throws -> Void) async throws {
        try await Club.open { club in
            let guest = try BasicCredentials(user: "test123", password: "test123")
            try await club.application.serve { address, transport in
                let base = "http://\(address)/videoclub"
                let client = try Client(base: base, transport: transport) {
                    $0.credentials = guest
                }
                try await body(club, client)
            }
        }
    }

    @Test func `films are listed, shown, added, changed and removed`() async throws {
        try await serve { _, client in
            let page = try await client.send(ListFilms(q: "scorsese", sort: .newest, limit: 1))
            #expect(page.elements.map(\.title) == ["Taxi Driver"])
            #expect(page.total == 2)
            #expect(page.links["next"] != nil)

            let draft = FilmDraft(title: "Él", year: "1953", director: "Luis Buñuel")
            let reply = try await client.response(to: CreateFilm(film: draft))
            #expect(reply.status == .created)
            let film = reply.output.film
            #expect(reply.fields[.location] == "\(Club.catalog)/\(film.id)")
            #expect(try await client.send(ShowFilm(id: film.id)) == film)

            let edit = EditFilm(id: film.id, changes: FilmChanges(synopsis: "Celos."))
            let edited = try await client.send(edit)
            #expect(edited.film.synopsis == "Celos.")
            #expect(edited.message == "La película se ha modificado correctamente")
            let farewell = try await client.send(DeleteFilm(id: film.id))
            #expect(farewell.msg == "La película se ha eliminado")
        }
    }

    @Test func `a member gets their own name, and other callers get status 401`() async throws {
        try await serve { _, client in
            let reply = try await client.response(to: IdentifyMember())
            #expect(reply.output.name == "test123")
            #expect(reply.fields[.cacheControl] == "no-store")
            for other in [nil, try BasicCredentials(user: "test123", password: "wrong")] {
                let stranger = client.with { $0.credentials = other }
                let error = await #expect(throws: CallError<Never>.self) {
                    try await stranger.send(IdentifyMember())
                }
                #expect(error?.status == .unauthorized)
            }
        }
    }

    @Test func `a member lists only their own films, and other callers get 401`() async throws {
        try await serve { _, client in
            var call = ListOwnFilms()
            call.limit = .init(wrappedValue: 5)
            call.sort = .newest
            let page = try await client.send(call)
            #expect(page.elements.map(\.id) == [20, 19, 18, 17, 16] && page.total == 14)
            #expect(try await client.send(ListOwnFilms(id: 8)).elements.map(\.id) == [8])
            #expect(try await client.send(ListOwnFilms(id: 1)).elements.isEmpty)
            let stranger = client.with { $0.credentials = nil }
            let error = await #expect(throws: CallError<Never>.self) {
                try await stranger.send(call)
            }
            #expect(error?.status == .unauthorized)
        }
    }

    @Test func `declared failures are thrown as typed errors`() async throws {
        try await serve { _, client in
            let rented = try await client.send(RentFilm(id: 8))
            #expect(rented.film.rented)
            await #expect(throws: RentFilm.Failure.alreadyRented) {
                try await Self.failure(of: RentFilm(id: 8), client)
            }
            await #expect(throws: RentFilm.Failure.notOwner) {
                try await Self.failure(of: RentFilm(id: 1), client)
            }
            await #expect(throws: RentFilm.Failure.noSuchFilm) {
                try await Self.failure(of: RentFilm(id: 99), client)
            }
            let returned = try await client.send(ReturnFilm(id: 8))
            #expect(!returned.film.rented)
        }
    }

    @Test func `wrong credentials are refused with a challenge`() async throws {
        try await serve { _, client in
            let wrong = try BasicCredentials(user: "test123", password: "wrong")
            let strangers: [Client] = [
                client.with { $0.credentials = nil }, client.with { $0.credentials = wrong },
            ]
            for stranger in strangers {
                do throws(CallError<RentFilm.Failure>) {
                    _ = try await stranger.send(RentFilm(id: 8))
                    Issue.record("a stranger rented a film")
                } catch {
                    #expect(error.status == .unauthorized)
                    #expect(error.failure == nil)
                    #expect(
                        error.fields?[.wwwAuthenticate]
                            == #"Basic realm="Videoclub", charset="UTF-8""#
                    )
                    #expect(error.problem?.extensions["error"] == true)
                }
            }
        }
    }

    @Test func `all invalid inputs are reported together`() async throws {
        try await serve { _, client in
            let draft = FilmDraft(title: "", year: "123456789", director: "")
            do throws(CallError<Never>) {
                _ = try await client.send(CreateFilm(film: draft))
                Issue.record("an empty film was added")
            } catch {
                #expect(error.status == .unprocessableContent)
                let places = error.problem?.errors.compactMap(\.pointer)
                #expect(places == ["/title", "/year", "/director"])
            }
        }
    }

    /// Makes a call, and throws the declared failure itself instead of the error that contains it.
    private static func failure<E: Endpoint>(of call: E, _ client: Client) async throws {
        do throws(CallError<E.Failure>) {
            _ = try await client.send(call)
        } catch {
            if let failure = error.failure { throw failure }
            throw error
        }
    }
}
