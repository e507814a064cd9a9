// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import RecadoServer
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct `Screens over sockets` {
    @Test func `every app loads its first screen`() async throws {
        try await Stage.serve { clients, _ in
            let club = VideoclubModel(
                VideoclubCalls(catalog: clients.videoclub, titles: clients.films)
            )
            await club.list.load()
            #expect(club.list.state.films.value?.total == 20)
            let weather = WeatherModel(
                WeatherCalls(clients.weather),
                question: WeatherQuestion(place: "Alicante", form: .xml)
            )
            await weather.ask()
            #expect(weather.state.answered?.place == "Alicante")
            let game = Top3Model(ScoreCalls(clients.scores))
            await game.refresh()
            #expect(game.state.phase == .upToDate)
            let posts = PostListModel(PostCalls(clients.posts))
            await posts.load()
            #expect(posts.state.posts.value?.total == 0)
            let trials = PlaygroundModel(PlaygroundCalls(clients.playground))
            await trials.attempt()
            #expect(trials.state.outcome.value?.reason == .value(at: nil))
        }
    }

    @Test func `a login and an edit succeed`() async throws {
        try await Stage.serve { clients, _ in
            let club = VideoclubModel(
                VideoclubCalls(catalog: clients.videoclub, titles: clients.films)
            )
            await club.list.load()
            let film = club.film(11)
            async let entered: Void = club.session.enter()
            await film.toggleRental()
            await entered
            #expect(film.state.film.value?.rented == true)
            let form = try #require(await club.editing(film))
            form.form.title = "Por el cable"
            await form.save()
            #expect(form.state.isDone)
        }
    }

    @Test func `a stopped server leaves the shown data unchanged`() async throws {
        try await Stage.serve { clients, server in
            let game = Top3Model(ScoreCalls(clients.scores))
            _ = try await ScoreCalls(clients.scores).add(.init(name: "Ana", total: 1), by: .soap)
            var options = EventStreamOptions()
            options.retryDelay = .milliseconds(1)
            options.failures = 2
            let watch = Task { await game.watch(keeping: options) }
            await until { game.state.isLive }
            #expect(game.state.scores.map(\.name) == ["Ana"])
            await server.shutdown(grace: .zero)
            await watch.value
            #expect(!game.state.isLive && game.state.scores.map(\.name) == ["Ana"])
            await game.refresh()
            guard case .connectionFailed = game.state.phase else {
                Issue.record("\(game.state.phase)")
                return
            }
            #expect(game.state.scores.map(\.name) == ["Ana"])
        }
    }
}
