// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoClient
import RecadoContracts
import RecadoHTTP

/// The best three scores of a game, and a way to send more, over the scores service.
struct GameApp: HostedApp {
    let identity = AppIdentity.game
    private let caller: ScoresCaller

    init(_ settings: Apps.Settings) {
        caller = ScoresCaller(settings.scores)
    }

    /// Where the best three are told live.
    static let livePath = AppIdentity.game.path + "/live"
    /// Where a score is sent.
    static let sendPath = AppIdentity.game.path + "/send"

    var routes: [AppRoute] {
        [
            .get(identity, "", top),
            .get(identity, "/live", live),
            .get(identity, "/send", compose),
            .post(identity, "/send", send),
        ]
    }

    // MARK: - The best three

    private func top(_ visit: Visit) async -> Answer {
        let choice = Top3Choice(visit)
        var model = Top3Model(caller)
        if choice.manner == .asynchronous {
            model.begin(by: choice.way)
            return .send(Top3Stream(model: model, choice: choice, visit: visit).response)
        }
        await model.refresh(by: choice.way)
        return .show(Top3View(model: model, choice: choice, visit: visit).screen)
    }

    /// Says each time that the best three are others; the page then makes itself anew.
    private func live(_ visit: Visit) -> Answer {
        let news = caller.client.events(of: WatchTopScores())
        return .send(.events(news.map { $0.count }))
    }

    // MARK: - Sending

    private func compose(_ visit: Visit) -> Answer {
        let way = visit.query["way"].flatMap { ScoreEntry.Way(rawValue: $0) } ?? .json
        return .show(ScoreEntryView(entry: ScoreEntry(way: way), visit: visit).screen)
    }

    private func send(_ visit: Visit) async -> Answer {
        var entry = ScoreEntry(
            name: visit.entry("name"),
            total: visit.entry("total"),
            way: ScoreEntry.Way.allCases.first { visit.holds("way", $0.rawValue) } ?? .json
        )
        await entry.send(to: caller)
        let view = ScoreEntryView(entry: entry, visit: visit)
        return .show(view.screen, view.status)
    }
}
