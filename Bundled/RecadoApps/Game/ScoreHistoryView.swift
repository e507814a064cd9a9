// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The page of the scores that a browser has sent, newest first; the best score is marked.
struct ScoreHistoryView: Sendable {
    let state: ScoreHistoryState
    let visit: Visit

    private var say: AppLanguage { visit.language }
    private var trouble: UserFacingError? { state.scores.error.map { UserFacingError($0) } }

    var status: Status { trouble?.kind.status ?? .ok }

    var screen: Screen {
        let title = say("Tus puntuaciones", en: "Your scores")
        let send = Button(
            say("Enviar una puntuación", en: "Send a score"),
            leadingTo: GameApp.sendPath,
            style: state.scores.value?.isEmpty == true ? .primary : .plain,
            icon: .add
        )
        return Screen(
            title: title,
            origin: .init(path: AppIdentity.game.path, title: "Top 3"),
            content: """
                <h1>\(title)</h1>
                \(trouble.map {
                    ErrorNote(trouble: $0, retry: GameApp.historyPath).html(in: visit)
                })
                \(state.scores.value.map(list))
                <p class="buttons">\(send.html)</p>
                """
        )
    }

    private func list(_ scores: [Score]) -> HTML {
        guard !scores.isEmpty else {
            return """
                <p class="lead">\(say(
                    "Aquí estarán las puntuaciones que envíes desde este navegador.",
                    en: "The scores that you send from this browser will be here."
                ))</p>
                """
        }
        return """
            <p class="soft">\(say(
                "Las últimas que has enviado desde este navegador.",
                en: "The latest that you have sent from this browser."
            ))</p>
            <ol class="history">
            \(scores.map(row))
            </ol>
            """
    }

    private func row(_ score: Score) -> HTML {
        let share = state.share(of: score)
        let time = score.creationTime.map {
            Moment(time: $0, now: visit.context.now()).html(in: say)
        }
        let best: HTML =
            score.id == state.best?.id
            ? "<span class=\"best\">\(Icon.trophy.html)\(say("Tu mejor", en: "Your best"))</span>"
            : ""
        return """
            <li><span class="total number">\(score.total.map { "\($0)" } ?? "–")</span>\
            <span class="words"><span class="name">\(score.name ?? say("Sin nombre", en: "No name"))</span>\
            <span class="detail">\(time)</span>\(best)</span>\
            <svg class="bar-of" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">\
            <rect width="\(share)" height="4"/></svg></li>
            """
    }
}
