// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import RecadoTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct `The screen of a film` {
    private let stage: Stage
    private let club: VideoclubModel

    init() async throws {
        stage = try await Stage()
        club = VideoclubModel(stage.films)
        await club.list.load()
    }

    private func listed(_ id: Int) -> Film? {
        club.list.state.films.value?.films.first { $0.id == id }
    }

    @Test func `shows the listed film at once, and reloads it`() async {
        let film = club.film(11)
        #expect(film.state.film.value == listed(11))
        #expect(film.state.rental == .rent)
        await film.load()
        #expect(film.state.film.value?.id == 11)
        #expect(!film.state.film.isLoading)
    }

    @Test func `renting and returning updates the button, the film and the list`() async {
        let film = club.film(11)
        async let entered: Void = club.session.enter()
        await film.toggleRental()
        await entered
        #expect(film.state.film.value?.rented == true)
        #expect(film.state.rental == .giveBack)
        #expect(listed(11)?.rented == true)
        await film.toggleRental()
        #expect(film.state.film.value?.rented == false)
        #expect(film.state.actionError == nil)
    }

    @Test func `another member's film cannot be rented or deleted`() async {
        let film = club.film(1)
        async let entered: Void = club.session.enter()
        await film.toggleRental()
        await entered
        #expect(film.state.actionError?.reason == .notOwner)
        #expect(film.state.actionError?.kind == .notAllowed)
        #expect(film.state.film.value?.rented == false)
        await film.delete()
        #expect(film.state.actionError?.reason == .notOwner)
        #expect(!film.state.isGone)
        #expect(listed(1) != nil)
        // The member is logged in, so the second action did not ask for the login again.
        #expect(club.session.memberName == Stage.member)
    }

    @Test func `a refused rental sets the button to the service's state`() async throws {
        let film = club.film(8)
        let member = try BasicCredentials(user: Stage.member, password: Stage.member)
        try await stage.films.setRented(8, true, as: member)
        async let entered: Void = club.session.enter()
        await film.toggleRental()
        await entered
        #expect(film.state.actionError?.reason == .alreadyRented)
        #expect(film.state.rental == .giveBack)
        try await stage.films.setRented(8, false, as: member)
        await film.toggleRental()
        #expect(film.state.actionError?.reason == .notRented)
        #expect(film.state.rental == .rent)
    }

    @Test func `a film leaves the list only after the service has deleted it`() async {
        let film = club.film(9)
        async let entered: Void = club.session.enter()
        stage.network.mode = .down
        await film.delete()
        await entered
        #expect(film.state.actionError?.kind == .unreachable)
        #expect(listed(9) != nil)
        stage.network.mode = .up
        async let again: Void = club.session.enter()
        await film.delete()
        await again
        #expect(film.state.isGone)
        #expect(listed(9) == nil)
        #expect(film.state.rental == nil)
    }

    @Test func `a film deleted by someone else leaves the list`() async throws {
        let film = club.film(10)
        let member = try BasicCredentials(user: Stage.member, password: Stage.member)
        try await stage.films.delete(10, as: member)
        async let entered: Void = club.session.enter()
        await film.toggleRental()
        await entered
        #expect(film.state.actionError?.reason == .noSuchFilm)
        #expect(film.state.isGone)
        #expect(listed(10) == nil)
        let gone = club.film(10)
        await gone.load()
        #expect(gone.state.isGone)
        #expect(gone.state.film.error?.reason == .noSuchFilm)
    }

    @Test func `a late read does not restore a deleted film`() throws {
        let film = try #require(listed(9))
        var state = FilmState(film)
        let reading = state.begin()
        _ = state.begin(.delete)
        let change = state.finish(.success(nil))
        #expect(change == .removed(9))
        state.finish(reading, with: .success(film))
        #expect(state.isGone && state.rental == nil)
        // The film stays removed even if another screen, which read it earlier, passes it on.
        state.take(film)
        #expect(state.isGone)
    }

    @Test func `a second tap during a request does nothing`() async {
        let film = club.film(11)
        stage.network.mode = .held
        let first = Task { await film.toggleRental() }
        await club.session.enter()
        await until { stage.network.heldCount == 1 }
        #expect(film.state.action == .rent)
        #expect(film.state.rental == nil)
        let calls = stage.network.calls.count
        await film.toggleRental()
        await film.delete()
        #expect(stage.network.calls.count == calls)
        stage.network.release()
        await first.value
        #expect(film.state.film.value?.rented == true)
    }

    @Test func `a change reaches the list even if the screen is cancelled`() async {
        let film = club.film(11)
        stage.network.mode = .held
        let rental = Task { await film.toggleRental() }
        await club.session.enter()
        await until { stage.network.heldCount == 1 }
        film.cancel()
        stage.network.release()
        await rental.value
        #expect(film.state.film.value?.rented == true && listed(11)?.rented == true)
    }

    @Test func `dismissing the login form sends no request`() async {
        let film = club.film(11)
        let rental = Task { await film.toggleRental() }
        await until { club.session.state.purpose == .rent }
        club.session.dismiss()
        await rental.value
        #expect(film.state.action == nil && film.state.actionError == nil)
        #expect(film.state.rental == .rent)
        #expect(!stage.network.calls.contains { $0.hasPrefix("PUT") })
    }

    @Test func `a rental succeeds even if the response does not contain the film`() async throws {
        let stub = StubTransport()
        stub.on(
            "PUT /api/v1/catalog/7/rent",
            .status(
                .ok,
                [.contentType: "application/json"],
                Content(#"{"error": false, "msg": "Alquilada"}"#)
            )
        )
        let client = try ServiceClients.client("http://course.example", stub)
        let club = VideoclubModel(VideoclubCalls(catalog: client, titles: client))
        let film = FilmModel(
            7,
            Film(id: 7, title: "x", year: "1", director: "y", createdAt: ""),
            calls: VideoclubCalls(catalog: client, titles: client),
            session: club.session
        ) { _ in }
        async let entered: Void = club.session.enter()
        await film.toggleRental()
        await entered
        #expect(film.state.film.value?.rented == true)
        #expect(film.state.actionError == nil)
    }
}
