// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoContracts
import RecadoHTTP
import RecadoScreens

/// The page on which a score is sent, and on which is shown what became of it.
struct ScoreEntryView: Sendable {
    let entry: ScoreEntry
    let visit: Visit

    private var say: AppLanguage { visit.language }

    var screen: Screen {
        let title = say("Enviar una puntuación", en: "Send a score")
        return Screen(
            title: title,
            origin: .init(path: AppIdentity.game.path, title: "Top 3"),
            content: """
                <h1>\(title)</h1>
                \(outcome)
                \(form)
                \(entry.exchange.map { WirePanel(exchange: $0, isOpen: true).html(in: visit) })
                """
        )
    }

    var status: Status {
        if case .failed(let trouble) = entry.outcome { trouble.kind.status } else { .ok }
    }

    private var outcome: HTML {
        switch entry.outcome {
        case .unsent: return ""
        case .failed(let trouble):
            // A form is sent again by its button, not by a link.
            return TroubleNote(trouble: trouble).html(in: visit)
        case .sent(let score):
            let words = "\(score.name ?? ""), \(score.total.map { "\($0)" } ?? "–")"
            return """
                <p class="sent" role="status">\(say("Guardada con el número", en: "Kept as number")) \
                <span class="number">\(score.id)</span>: <strong>\(words)</strong>.
                <a href="\(AppIdentity.game.path)">Top 3</a></p>
                """
        }
    }

    private var form: HTML {
        var name = Field("name", say("Quién ha jugado", en: "Who has played"), value: entry.name)
        name.error = complaint("name")
        name.limit = ScoreFormState.Form.limits["name"].maximumLength
        name.isRequired = true
        var total = Field(
            "total",
            say("Puntos", en: "Points"),
            value: entry.total,
            kind: .number
        )
        total.error = complaint("total")
        total.isRequired = true
        return FormSheet(
            action: GameApp.sendPath,
            content: """
                \(name.html)
                \(total.html)
                \(ways)
                <div class="buttons">\(Button(say("Enviar", en: "Send"), style: .primary).html)</div>
                """
        ).html(in: visit)
    }

    private var ways: HTML {
        let choices: [HTML] = ScoreEntry.Way.allCases.map { way in
            let chosen: HTML = way == entry.way ? " checked" : ""
            return """
                <label><input type="radio" name="way" value="\(way.rawValue)"\(chosen)> \
                \(say(way.title))</label>
                """
        }
        return """
            <fieldset class="ways"><legend>\(say("Se envía como", en: "It is sent as"))</legend>
            \(choices)
            </fieldset>
            """
    }

    private func complaint(_ field: String) -> String? {
        guard case .failed(let trouble) = entry.outcome else { return nil }
        return trouble.complaints.first { $0.field == field }.map { say($0.words) }
    }
}
