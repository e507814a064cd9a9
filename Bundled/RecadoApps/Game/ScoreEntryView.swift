// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The page with the form that sends a score, and with the result.
struct ScoreEntryView: Sendable {
    /// The form, and the result of sending it.
    var state: ScoreFormState
    let visit: Visit
    /// The last request to the service and its response, as sent over the wire.
    var exchange: WireExchange?

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
                \(exchange.map { WirePanel(exchange: $0, isOpen: true).html(in: visit) })
                """
        )
    }

    var status: Status { state.trouble?.kind.status ?? .ok }

    private var outcome: HTML {
        if let trouble = state.trouble {
            // The button of the form sends it again, so no link is needed.
            return ErrorNote(trouble: trouble).html(in: visit)
        }
        guard let score = state.submission.value else { return "" }
        let words = "\(score.name ?? ""), \(score.total.map { "\($0)" } ?? "–")"
        return """
            <p class="sent" role="status">\(say("Guardada con el número", en: "Kept as number")) \
            <span class="number">\(score.id)</span>: <strong>\(words)</strong>.
            <a href="\(AppIdentity.game.path)">Top 3</a> ·
            <a href="\(GameApp.historyPath)">\(say("Tus puntuaciones", en: "Your scores"))</a></p>
            """
    }

    private var form: HTML {
        var name = Field(
            "name",
            say("Quién ha jugado", en: "Who has played"),
            value: state.form.name
        )
        name.error = complaint("name")
        name.limit = ScoreFormState.Form.limits["name"].maximumLength
        name.isRequired = true
        var total = Field(
            "total",
            say("Puntos", en: "Points"),
            value: state.form.total,
            kind: .number
        )
        total.error = complaint("total")
        total.isRequired = true
        var fields = [name, total]
        fields.setFocus(startsAtFirst: false)
        return FormSheet(
            action: GameApp.sendPath,
            content: """
                \(fields.map(\.html))
                \(ways)
                <div class="buttons">\(Button(say("Enviar", en: "Send"), style: .primary).html)</div>
                """
        ).html(in: visit)
    }

    private var ways: HTML {
        let choices: [HTML] = ScoreCalls.SendingWay.allCases.map { way in
            let chosen: HTML = way == state.way ? " checked" : ""
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
        state.trouble?.fieldMessages.first { $0.field == field }.map { say($0.words) }
    }
}
