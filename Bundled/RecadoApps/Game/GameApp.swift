// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The app of the scores: it shows the three best scores, and sends new scores to the scores
/// service.
struct GameApp: HostedApp {
    let identity = AppIdentity.game
    private let calls: ScoreCalls
    private let latest = LatestScores()

    init(_ settings: Apps.Settings) {
        calls = ScoreCalls(settings.scores.withWireTap())
    }

    /// The path of the stream with an event for each change of the three best scores.
    static let livePath = AppIdentity.game.path + "/live"
    /// The path of the page with the scores that a browser has sent.
    static let historyPath = AppIdentity.game.path + "/mine"
    /// The path to which the form with a new score is sent.
    static let sendPath = AppIdentity.game.path + "/send"

    var routes: [AppRoute] {
        [
            .get(identity, "", top),
            .get(identity, "/live", live),
            .get(identity, "/send", compose),
            .post(identity, "/send", send),
            .get(identity, "/mine", history),
        ]
    }

    // MARK: - The best three

    private func top(_ visit: Visit) async -> PageResponse {
        let choice = Top3Choice(visit)
        var state = latest.state(by: choice.way)
        let ticket = state.begin()
        let view = Top3View(state: state, choice: choice, visit: visit)
        guard choice.manner == .asynchronous else {
            return .show(await finish(view, ticket).screen)
        }
        let stream = Top3Stream(beginning: view) { await finish(view, ticket, downloaded: $0) }
        return .send(stream.response)
    }

    /// Returns the view with the scores, or with the error that prevented reading them.
    private func finish(
        _ view: Top3View,
        _ ticket: CallState<[Score]>.Ticket,
        downloaded: (@Sendable () -> Void)? = nil
    ) async -> Top3View {
        var view = view
        let tape = WireTape()
        let (way, options) = (view.state.way, tape.options)
        let result = await Result(awaiting: { () async throws(ScreenError) in
            try await calls.top(by: way, with: options, downloaded: downloaded)
        })
        view.state.finish(ticket, with: result)
        view.exchange = tape.last
        latest.keep(view.state)
        return view
    }

    /// Streams an event each time the three best scores change; the page then refreshes itself.
    private func live(_ visit: Visit) -> PageResponse {
        .send(.events(calls.news(keeping: .onePage).map { $0.count }))
    }

    // MARK: - Sending

    private func compose(_ visit: Visit) -> PageResponse {
        let way = visit.query["way"].flatMap { ScoreCalls.SendingWay(rawValue: $0) } ?? .json
        return .show(ScoreEntryView(state: ScoreFormState(by: way), visit: visit).screen)
    }

    private func send(_ visit: Visit) async -> PageResponse {
        let ways = ScoreCalls.SendingWay.allCases
        let form = ScoreFormState.Form(name: visit.entry("name"), total: visit.entry("total"))
        let way = ways.first { visit.holds("way", $0.rawValue) } ?? .json
        var view = ScoreEntryView(state: ScoreFormState(form, by: way), visit: visit)
        if let request = view.state.begin() {
            let tape = WireTape()
            let result = await Result(awaiting: { () async throws(ScreenError) in
                try await calls.add(request.draft, by: request.way, with: tape.options)
            })
            view.state.finish(request, with: result)
            view.exchange = tape.last
        }
        let answer = PageResponse.show(view.screen, view.status)
        guard let score = view.state.submission.value else { return answer }
        return answer.with(OwnScores(visit).adding(score.id).cookie)
    }

    // MARK: - One's own

    private func history(_ visit: Visit) async -> PageResponse {
        let ids = OwnScores(visit).ids
        var state = ScoreHistoryState()
        let ticket = state.begin()
        let result = await Result(awaiting: { () async throws(ScreenError) in
            try await calls.scores(ids)
        })
        state.finish(ticket, with: result)
        let view = ScoreHistoryView(state: state, visit: visit)
        return .show(view.screen, view.status)
    }
}
