// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoScreens

/// The form that sets the simulated answer and the rules for reading it.
///
/// The form changes no data, so it is sent with GET, and the resulting page can be bookmarked.
struct PlaygroundForm: Sendable {
    let trial: PlaygroundTrial
    let fieldMessages: [UserFacingError.FieldMessage]
    let say: AppLanguage

    var html: HTML {
        """
        <form class="sheet" action="\(AppIdentity.playground.path)">
        <input type="hidden" name="try" value="1">
        <fieldset><legend>\(say("La respuesta", en: "The answer"))</legend>
        \(answer)
        </fieldset>
        <fieldset><legend>\(say("Cómo se lee", en: "How it is read"))</legend>
        \(rules)
        </fieldset>
        <div class="buttons attempt">\(Button(say("Probar", en: "Try"), style: .primary).html)\
        \(Button(say("Vaciar", en: "Clear"), leadingTo: AppIdentity.playground.path).html)</div>
        </form>
        """
    }

    private var answer: HTML {
        """
        \(choice("shape", say("Contenido", en: "Content"), trial.shape.rawValue, shapes))
        \(text("status", say("Estado", en: "Status"), trial.status))
        \(choice("fault", say("Defecto", en: "Fault"), trial.fault?.rawValue ?? "", faults))
        \(choice("writing", say("Formato", en: "Format"), trial.writing.rawValue, writings))
        \(text("root", say("Dónde está el valor", en: "Where the value stands"), trial.root, paths: Self.valuePaths))
        \(text("errorRoot", say("Dónde está el error", en: "Where the error stands"), trial.errorRoot, paths: Self.errorPaths))
        \(text("code", say("Código del error", en: "Code of the error"), trial.code))
        \(text("delay", say("Milisegundos que tarda", en: "Milliseconds it takes"), trial.delay))
        """
    }

    private var rules: HTML {
        """
        \(choice("manner", say("Es un error", en: "It is an error"), trial.manner.rawValue, manners))
        \(choice("reading", say("Tipo del valor", en: "Type of the value"), trial.reading.rawValue, readings))
        \(text("readRoot", say("Se busca el valor en", en: "The value is looked for at"), trial.readRoot, hint: valueExample, paths: Self.valuePaths))
        \(text("readErrorRoot", say("Se busca el error en", en: "The error is looked for at"), trial.readErrorRoot, hint: errorExample, paths: Self.errorPaths))
        \(choice("empty", say("Sin contenido vale", en: "No content is fine"), trial.isStrictAboutNothing ? "strict" : "", empties))
        """
    }

    /// Paths at which simulated answers contain a value.
    private static let valuePaths = ["user", "respuesta", "body.data"]
    private static let errorPaths = ["errors", "error", "body.error"]

    private var valueExample: String {
        say("Como user, respuesta o body.data.", en: "Such as user, respuesta or body.data.")
    }

    private var errorExample: String {
        say("Como errors, error o body.error.", en: "Such as errors, error or body.error.")
    }

    // MARK: - Choices

    private var shapes: [(value: String, title: String)] {
        Playground.Shape.allCases.map { ($0.rawValue, say($0.title)) }
    }

    private var faults: [(value: String, title: String)] {
        let none = (value: "", title: say("Ninguno", en: "None"))
        return [none] + Playground.Fault.allCases.map { ($0.rawValue, say($0.title)) }
    }

    private var writings: [(value: String, title: String)] {
        Playground.Writing.allCases.map { ($0.rawValue, $0.rawValue.uppercased()) }
    }

    private var manners: [(value: String, title: String)] {
        PlaygroundTrial.Manner.allCases.map { ($0.rawValue, say($0.title)) }
    }

    private var readings: [(value: String, title: String)] {
        PlaygroundTrial.Reading.allCases.map { ($0.rawValue, say($0.title)) }
    }

    private var empties: [(value: String, title: String)] {
        [
            ("", say("Con cualquier estado", en: "With any status")),
            ("strict", say("Con 204, 205 y 304", en: "With 204, 205 and 304")),
        ]
    }

    // MARK: - Fields

    private func choice(
        _ name: String,
        _ label: String,
        _ value: String,
        _ choices: [(value: String, title: String)]
    ) -> HTML {
        Field(name, label, value: value, kind: .choice(choices)).html
    }

    private func text(
        _ name: String,
        _ label: String,
        _ value: String,
        hint: String = "",
        paths: [String] = []
    ) -> HTML {
        var field = Field(name, label, value: value)
        field.hint = hint
        field.suggestions = paths
        field.limit = 100
        field.error = fieldMessages.first { $0.field == name }.map { say($0.words) }
        return field.html
    }
}
