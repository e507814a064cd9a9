// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoScreens

/// The page of the three best scores.
struct Top3View: Sendable {
    /// The state of the scores, which may still be loading.
    var state: Top3State
    let choice: Top3Choice
    let visit: Visit
    /// The request for the scores and its response, as sent over the wire.
    var exchange: WireExchange?

    private var say: AppLanguage { visit.language }

    var screen: Screen { screen(around: board) }

    /// Returns the page with a board, or with a placeholder for the board.
    func screen(around board: HTML) -> Screen {
        let updates = LiveUpdates(path: GameApp.livePath, parts: ["top3"])
        let live = choice.manner == .live ? updates.attributes(in: visit) : ""
        return Screen(
            title: "Top 3",
            actions: actions,
            content: """
                \(switches)
                \(choice.manner == .live ? withoutScript : "")
                <div id="top3"\(live)>
                \(board)
                </div>
                <p class="buttons">\(Button(
                    say("Enviar una puntuación", en: "Send a score"),
                    leadingTo: GameApp.sendPath,
                    style: .primary,
                    icon: .add
                ).html)\(Button(
                    say("Tus puntuaciones", en: "Your scores"),
                    leadingTo: GameApp.historyPath
                ).html)</p>
                """
        )
    }

    private var withoutScript: HTML {
        let words = say(
            "Sin script esto no es en directo: vuelve a cargar la página.",
            en: "Without a script this is not live: load the page again."
        )
        return "<noscript><p class=\"soft\">\(words)</p></noscript>"
    }

    // MARK: - Bar

    private var actions: HTML {
        let title = say("Actualizar", en: "Refresh")
        // The script cannot refresh a page that is sent in pieces, so the browser reloads it.
        let part: HTML = choice.manner == .asynchronous ? "" : #" data-refresh="top3""#
        return """
            <a class="button bare" href="\(link: choice.path)" title="\(title)"\(part)>\
            \(Icon.refresh.html)<span class="hidden">\(title)</span></a>
            """
    }

    private var switches: HTML {
        let ways = ScoreCalls.ReadingWay.allCases.map { way in
            var other = choice
            other.way = way
            return Switch.Choice(title: way.title, path: other.path, isChosen: other == choice)
        }
        let manners = Top3Choice.Manner.allCases.map { manner in
            var other = choice
            other.manner = manner
            return Switch.Choice(
                title: say(manner.title),
                path: other.path,
                isChosen: other == choice
            )
        }
        return """
            <div class="settings">
            \(Switch(label: say("Formato", en: "Format"), choices: ways).html)
            \(Switch(label: say("Llamada", en: "Call"), choices: manners).html)
            </div>
            """
    }

    // MARK: - Board

    /// The scores, below a title that shows the phase of loading.
    var board: HTML {
        let note: HTML? = state.error.map {
            ErrorNote(trouble: UserFacingError($0), retry: choice.path).html(in: visit)
        }
        let wire: HTML? = exchange.map { WirePanel(exchange: $0).html(in: visit) }
        return """
            <h1>\(say(state.phase.title))</h1>
            \(note)
            \(list)
            \(wire)
            """
    }

    private var list: HTML {
        guard !state.scores.isEmpty else {
            // An error is already visible, and scores that are loading will arrive.
            guard state.phase == .upToDate else { return "" }
            return """
                <p class="lead">\(say(
                    "Nadie ha jugado todavía.",
                    en: "Nobody has played yet."
                ))</p>
                """
        }
        let own = OwnScores(visit).ids
        let rows: [HTML] = state.scores.enumerated().map { place, score in
            let name = score.name ?? say("Sin nombre", en: "No name")
            let mark: HTML =
                own.contains(score.id)
                ? "<span class=\"own\">\(say("tuya", en: "yours"))</span>" : ""
            return """
                <li><span class="who"><span class="name">\(name)</span>\(mark)\
                <span class="total number">\(score.total.map { "\($0)" } ?? "–")</span></span>\
                <span class="rank number" aria-hidden="true">\(place + 1)</span></li>
                """
        }
        return "<ol class=\"podium\(state.phase == .upToDate ? "" : " old")\">\n\(rows)\n</ol>"
    }
}
