// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoContracts

/// The page of the playground: what is simulated and how it is read on one side, what came of it on the other.
struct PlaygroundView: Sendable {
    let model: PlaygroundModel
    let visit: Visit

    private var say: AppLanguage { visit.language }

    var screen: Screen {
        Screen(
            title: say(AppIdentity.playground.title),
            layout: .wide,
            content: """
                <h1>\(say("Una llamada de prueba", en: "A call to try"))</h1>
                <div class="trial">
                <section>
                \(outcome)
                \(model.exchange.map { WirePanel(exchange: $0, isOpen: true).html(in: visit) })
                </section>
                \(PlaygroundForm(trial: model.trial, complaints: complaints, say: say).html)
                </div>
                """
        )
    }

    private var complaints: [Trouble.Complaint] {
        if case .other(let trouble) = model.outcome { trouble.complaints } else { [] }
    }

    // MARK: - Outcome

    private var outcome: HTML {
        let reason: HTML? = model.reason.map { "<p class=\"reason\">\(say($0))</p>" }
        switch model.outcome {
        case .untried:
            return """
                <p class="lead">\(say(
                    "Elige la respuesta que da el servicio y cómo se lee, y pruébalo.",
                    en: "Choose what the service answers and how it is read, and try it."
                ))</p>
                """
        case .users(let users):
            let title =
                users.count == 1
                ? say("El valor, con su tipo", en: "The typed value")
                : say("Los valores, con su tipo", en: "The typed values")
            return "<h2 class=\"well\">\(title)</h2>\n\(users.map(card))\n\(reason)"
        case .nothing:
            return """
                <h2 class="well">\(say("Nada, y no es un error", en: "Nothing, which is no error"))</h2>
                \(reason)
                """
        case .error(let error):
            return """
                <h2 class="ill">\(say("El error, con su tipo", en: "The typed error"))</h2>
                <dl class="card"><div><dt>\(say("Código", en: "Code"))</dt>\
                <dd class="number">\(error.code)</dd></div>\
                <div><dt>\(say("Descripción", en: "Description"))</dt>\
                <dd>\(error.words ?? "–")</dd></div></dl>
                \(reason)
                """
        case .other(let trouble):
            return
                "\(TroubleNote(trouble: trouble, retry: retry(trouble)).html(in: visit))\n\(reason)"
        }
    }

    private func retry(_ trouble: Trouble) -> String? {
        trouble.isPassing ? visit.address : nil
    }

    private func card(_ user: Playground.User) -> HTML {
        let rows = [
            (say("Código", en: "Code"), user.code), (say("Nombre", en: "Name"), user.name),
            (say("Nacimiento", en: "Birthday"), user.birthday ?? "–"),
            (say("Inscripción", en: "Registration"), user.signedUp ?? "–"),
        ]
        let items: [HTML] = rows.map { "<div><dt>\($0)</dt><dd class=\"number\">\($1)</dd></div>" }
        return "<dl class=\"card\">\(items)</dl>"
    }
}
