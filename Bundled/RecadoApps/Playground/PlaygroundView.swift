// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoScreens

/// The page of the playground: the form on one side, the outcome on the other side.
struct PlaygroundView: Sendable {
    let page: PlaygroundPage
    let visit: Visit
    /// The URL of the server that shows the page.
    let server: String
    /// The URL of the playground service.
    let service: String

    private var say: AppLanguage { visit.language }

    var screen: Screen {
        Screen(
            title: say(AppIdentity.playground.title),
            layout: .wide,
            content: """
                <h1>\(say("Una llamada de prueba", en: "A call to try"))</h1>
                \(PlaygroundPresetsView(trial: page.state.trial, say: say).html)
                <div class="trial">
                <section>
                \(outcome)
                \(page.exchange.map { WirePanel(exchange: $0, isOpen: true).html(in: visit) })
                \(page.state.outcome.value == nil ? "" : code)
                </section>
                \(PlaygroundForm(trial: page.state.trial, fieldMessages: fieldMessages, say: say).html)
                </div>
                """
        )
    }

    private var fieldMessages: [UserFacingError.FieldMessage] {
        page.state.trouble?.fieldMessages ?? []
    }

    /// The same call as code, and the address of this page.
    private var code: HTML {
        let trial = page.state.trial
        let code = PlaygroundCode(trial: trial, service: service)
        let texts = [
            CopyableText(id: "swift", title: "Swift", text: code.swift),
            CopyableText(id: "curl", title: "curl", text: code.curl),
            CopyableText(id: "recado", title: "recado", text: code.command),
            CopyableText(
                id: "address",
                title: say("Dirección de este ensayo", en: "Address of this trial"),
                text: server + trial.path
            ),
        ]
        return """
            <section class="code" aria-labelledby="code">
            <h2 id="code">\(say("La misma llamada, para copiar", en: "The same call, to copy"))</h2>
            \(texts.map { $0.html(in: visit) })
            </section>
            """
    }

    // MARK: - Outcome

    private var outcome: HTML {
        if let trouble = page.state.trouble { return note(trouble) }
        guard let outcome = page.state.outcome.value else {
            return """
                <p class="lead">\(say(
                    "Elige la respuesta que da el servicio y cómo se lee, y pruébalo.",
                    en: "Choose what the service answers and how it is read, and try it."
                ))</p>
                """
        }
        let reason: HTML? = outcome.reason.map { "<p class=\"reason\">\(say($0.words))</p>" }
        switch outcome.result {
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
        case .failed(let error): return "\(note(UserFacingError(error)))\n\(reason)"
        }
    }

    private func note(_ trouble: UserFacingError) -> HTML {
        let retry = trouble.isTemporary ? visit.address : nil
        return ErrorNote(trouble: trouble, retry: retry).html(in: visit)
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
