// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoScreens

/// Buttons for prepared cases from the manual of SDOSAlamofire, a library of typed response
/// serializers.
struct PlaygroundPresetsView: Sendable {
    /// The trial that is shown.
    let trial: PlaygroundTrial
    let say: AppLanguage

    var html: HTML {
        let items: [HTML] = PlaygroundPreset.all.map { preset in
            "<li>\(link(to: preset, say(preset.title)))</li>"
        }
        return """
            <nav class="presets" aria-label="\(say("Casos de los documentos", en: "Cases of the documents"))">
            <ul>\(items)</ul>
            \(choices)
            </nav>
            """
    }

    private func link(to preset: PlaygroundPreset, _ title: String) -> HTML {
        let current: HTML = preset.trial == trial ? #" aria-current="true""# : ""
        return #"<a href="\#(link: preset.trial.path)"\#(current)>\#(title)</a>"#
    }

    /// A table of the choices for recognizing an error in the example application of SDOSAlamofire.
    ///
    /// Each row shows the way to recognize an error and the paths of the value and the error, with
    /// links for the statuses 200 and 400.
    private var choices: HTML {
        let all = PlaygroundPreset.choices
        let rows: [HTML] = stride(from: 0, to: all.count - 1, by: 2).map {
            row(all[$0], all[$0 + 1])
        }
        return """
            <details><summary>\(say(
                "Las \(all.count) combinaciones de la aplicación de ejemplo",
                en: "The \(all.count) choices of the example application"
            ))</summary>
            <table><thead><tr><th scope="col">\(say("Es un error", en: "It is an error"))</th>\
            <th scope="col">\(say("Valor en", en: "Value at"))</th>\
            <th scope="col">\(say("Error en", en: "Error at"))</th>\
            <th scope="col">\(say("Probar con", en: "Try with"))</th></tr></thead>
            <tbody>\(rows)</tbody></table></details>
            """
    }

    private func row(_ fine: PlaygroundPreset, _ refused: PlaygroundPreset) -> HTML {
        let trial = fine.trial
        func place(_ path: String) -> HTML { path.isEmpty ? "–" : "<code>\(path)</code>" }
        return """
            <tr><th scope="row">\(say(trial.manner.title))</th><td>\(place(trial.readRoot))</td>\
            <td>\(place(trial.readErrorRoot))</td>\
            <td class="number">\(link(to: fine, "200")) \(link(to: refused, "400"))</td></tr>
            """
    }
}

extension PlaygroundPreset {
    /// The text of the preset's button.
    var title: Phrase {
        switch id {
        case "value": Phrase("Un valor", en: "A value")
        case "list": Phrase("Una lista", en: "A list")
        case "key": Phrase("Con raíz user", en: "Root user")
        case "path": Phrase("Con ruta body.data", en: "Path body.data")
        case "error": Phrase("Error 400 con tipo", en: "Typed error 400")
        case "refused": Phrase("400 sin error que leer", en: "400 without an error to read")
        case "envelope": Phrase("Sobre sin error", en: "Envelope without error")
        case "envelope-error": Phrase("Sobre con error y 200", en: "Envelope with error, under 200")
        case "empty": Phrase("Sin contenido", en: "No content")
        case "malformed": Phrase("JSON cortado", en: "JSON cut off")
        case "page": Phrase("Página de una red", en: "Page of a network")
        default: Phrase("Lenta, 3 s", en: "Slow, 3 s")
        }
    }
}
