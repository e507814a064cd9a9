// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Observation
import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct `The list of films` {
    private let stage: Stage
    private let list: FilmListModel

    init() async throws {
        stage = try await Stage()
        list = FilmListModel(stage.films)
    }

    private var titles: [String] { list.state.films.value?.films.map(\.title) ?? [] }

    private func add(_ count: Int) async throws {
        let member = try BasicCredentials(user: Stage.member, password: Stage.member)
        var form = FilmForm()
        form.year = "2026"
        form.director = "Nadie"
        for number in 1...count {
            form.title = "Nueva \(number)"
            try await stage.films.add(form, as: member, key: "n\(number)")
        }
    }

    @Test func `loads the films and searches for words`() async {
        #expect(list.state.films.value == nil)
        await list.load()
        #expect(titles.count == 20)
        #expect(list.state.films.value?.total == 20)
        list.words = "  padrino\n"
        await list.load()
        #expect(titles == ["El padrino", "El padrino. Parte II"])
        list.words = "\u{1F926} no hay"
        await list.load()
        #expect(titles.isEmpty)
        #expect(list.state.films.error == nil)
    }

    @Test func `changes by any client appear in the live list`() async throws {
        let watch = Task { await list.watch() }
        await until { titles.count == 20 }
        try await add(1)
        await until { list.state.films.value?.total == 21 }
        let film = try #require(list.state.films.value?.films.last)
        #expect(film.title == "Nueva 1")
        let member = try BasicCredentials(user: Stage.member, password: Stage.member)
        try await stage.films.setRented(film.id, true, as: member)
        await until { list.state.films.value?.films.last?.rented == true }
        try await stage.films.delete(film.id, as: member)
        await until { titles.count == 20 }
        watch.cancel()
        await watch.value
    }

    @Test func `is loading until the response arrives`() async {
        stage.network.mode = .held
        let load = Task { await list.load() }
        await until { stage.network.heldCount == 1 }
        #expect(list.state.films.isLoading)
        stage.network.release()
        await load.value
        #expect(!list.state.films.isLoading)
        #expect(titles.count == 20)
    }

    @Test func `a superseded search is cancelled, and its result ignored`() async {
        stage.network.mode = .held
        let first = Task { await list.load() }
        await until { stage.network.heldCount == 1 }
        list.words = "padrino"
        let second = Task { await list.load() }
        await until { stage.network.calls.count == 2 && stage.network.heldCount == 1 }
        await first.value
        #expect(list.state.films.isLoading)
        stage.network.release()
        await second.value
        #expect(titles == ["El padrino", "El padrino. Parte II"])
        #expect(list.state.films.error == nil)
    }

    @Test func `keeps its films while the service is down, and recovers afterwards`() async {
        await list.load()
        stage.network.mode = .down
        await list.load()
        #expect(titles.count == 20)
        #expect(list.state.films.error?.kind == .unreachable)
        stage.network.mode = .up
        await list.load()
        #expect(list.state.films.error == nil)
    }

    @Test func `a cancelled call leaves no error`() async {
        await list.load()
        stage.network.mode = .held
        let load = Task { await list.load() }
        await until { stage.network.heldCount == 1 }
        list.cancel()
        await load.value
        #expect(!list.state.films.isLoading && list.state.films.error == nil)
        #expect(titles.count == 20)
    }

    @Test func `cancelling the task cancels its request`() async {
        stage.network.mode = .held
        let load = Task { await list.load() }
        await until { stage.network.heldCount == 1 }
        load.cancel()
        await load.value
        #expect(stage.network.heldCount == 0)
        #expect(!list.state.films.isLoading && list.state.films.error == nil)
    }

    @Test func `further pages are appended up to the last one, without repetitions`() async throws {
        try await add(VideoclubCalls.pageLimit)
        await list.load()
        #expect(titles.count == VideoclubCalls.pageLimit)
        // The service has 20 films of its own, so the second page has 20 of all 70 films.
        await list.loadMore()
        #expect(titles.count == 70)
        #expect(Set(list.state.films.value?.films.map(\.id) ?? []).count == 70)
        let calls = stage.network.calls.count
        await list.loadMore()
        #expect(stage.network.calls.count == calls)
    }

    @Test func `a failed page keeps the loaded ones and is requested again`() async throws {
        try await add(VideoclubCalls.pageLimit)
        await list.load()
        stage.network.mode = .slow
        await list.loadMore()
        #expect(titles.count == VideoclubCalls.pageLimit)
        #expect(list.state.films.error?.kind == .slow)
        stage.network.mode = .up
        await list.loadMore()
        #expect(titles.count == 70)
    }

    @Test func `deleting films does not skip films of the next page`() async throws {
        try await add(VideoclubCalls.pageLimit)
        await list.load()
        let member = try BasicCredentials(user: Stage.member, password: Stage.member)
        for id in [8, 9] {
            try await stage.films.delete(id, as: member)
            await list.apply(.removed(id))
        }
        stage.network.mode = .down
        await list.loadMore()
        stage.network.mode = .up
        await list.loadMore()
        await list.loadMore()
        #expect(titles.count == 68)
        #expect(titles.suffix(50) == (1...50).map { "Nueva \($0)" }[...])
        #expect(list.state.films.value?.hasMore == false)
    }

    @Test func `changes are applied without a request`() async throws {
        await list.load()
        let calls = stage.network.calls.count
        var film = try #require(list.state.films.value?.films.first)
        film.title = "Otro"
        await list.apply(.changed(film))
        #expect(titles.first == "Otro")
        await list.apply(.removed(film.id))
        await list.apply(.removed(film.id))
        #expect(titles.count == 19)
        #expect(list.state.films.value?.total == 19)
        film.id = 99
        await list.apply(.added(film))
        await list.apply(.added(film))
        #expect(titles.last == "Otro")
        #expect(list.state.films.value?.total == 20)
        #expect(stage.network.calls.count == calls)
    }

    @Test func `a new film without an ID reloads the list`() async throws {
        await list.load()
        try await add(1)
        await list.apply(.added(nil))
        #expect(titles.last == "Nueva 1")
    }

    @Test func `quick typing starts one search`() async {
        await list.search(after: .seconds(3600))
        #expect(titles.count == 20)
        list.words = "p"
        let first = Task { await list.search(after: .seconds(3600)) }
        first.cancel()
        list.words = "padrino"
        await list.search(after: .zero)
        await first.value
        #expect(titles.count == 2)
        #expect(stage.network.calls.count == 2)
    }

    @Test func `changes notify observing views`() async {
        let heard = Mutex(false)
        withObservationTracking {
            _ = list.state.films.isLoading
        } onChange: {
            heard.withLock { $0 = true }
        }
        await list.load()
        #expect(heard.withLock { $0 })
    }
}
