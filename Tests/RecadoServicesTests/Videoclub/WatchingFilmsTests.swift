// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoServices
import RecadoSockets
import Testing

/// Every change is reported to all who watch the catalog.
@Suite(.timeLimit(.minutes(3)))
struct `The event stream of films` {
    /// Serves a videoclub on a free port while `body` runs, which gets a member's client.
    private func serve(
        over storage: Storage = .sqlite,
        _ body: (Club, Client) async throws -> Void
    ) async throws {
        try await Club.open(over: storage) { club in
            let member = try BasicCredentials(user: "test123", password: "test123")
            try await club.application.serve { address, transport in
                let base = "http://\(address)/videoclub"
                let client = try Client(base: base, transport: transport) {
                    $0.credentials = member
                }
                try await body(club, client)
            }
        }
    }

    @Test(arguments: Storage.all)
    func `reports each film that is added, changed, rented, returned or removed`(
        storage: Storage
    ) async throws {
        try await serve(over: storage) { _, client in
            let draft = FilmDraft(title: "Él", year: "1953", director: "Luis Buñuel")
            var id = 0
            var told: [Int?] = []
            for try await news in client.events(of: WatchFilms()) {
                told.append(news.film)
                switch told.count {
                case 1: id = try await client.send(CreateFilm(film: draft)).film.id
                case 2:
                    // A change without effect is not reported, so the next event is about the
                    // change after it.
                    let same = FilmChanges(title: "Él")
                    _ = try await client.send(EditFilm(id: id, changes: same))
                    let other = FilmChanges(synopsis: "Celos.")
                    _ = try await client.send(EditFilm(id: id, changes: other))
                case 3: _ = try await client.send(RentFilm(id: id))
                case 4: _ = try await client.send(ReturnFilm(id: id))
                case 5: _ = try await client.send(DeleteFilm(id: id))
                default: break
                }
                if told.count == 6 { break }
            }
            #expect(told == [nil, id, id, id, id, id])
        }
    }

    @Test func `a refused change is not reported`() async throws {
        try await serve { _, client in
            var told: [Int?] = []
            for try await news in client.events(of: WatchFilms()) {
                told.append(news.film)
                if told.count == 2 { break }
                await #expect(throws: CallError<FilmLocked>.self) {
                    try await client.send(EditFilm(id: 1, changes: FilmChanges(title: "Mía")))
                }
                await #expect(throws: CallError<FilmLocked>.self) {
                    try await client.send(DeleteFilm(id: 999_999))
                }
                _ = try await client.send(RentFilm(id: Self.freeFilm))
            }
            #expect(told == [nil, Self.freeFilm])
        }
    }

    /// A film of `test123` that is not rented in a new catalog.
    private static let freeFilm = 8
}
