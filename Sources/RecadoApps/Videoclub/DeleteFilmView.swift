// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoContracts

/// Asks whether a film is really to be deleted: as a page, and as a dialog above the film.
struct DeleteFilmView: Sendable {
    let film: Film
    let visit: Visit

    private var path: String { "\(AppIdentity.videoclub.path)/\(film.id)" }

    private var question: String {
        visit.language("¿Borrar “\(film.title)”?", en: "Delete “\(film.title)”?")
    }

    private var text: String {
        visit.language("No se puede deshacer.", en: "This cannot be undone.")
    }

    private var cancel: String { visit.language("Cancelar", en: "Cancel") }

    private var form: HTML {
        let button = Button(visit.language("Borrar", en: "Delete"), style: .danger, icon: .delete)
        return FormSheet(
            action: "\(path)/delete",
            content: """
                <input type="hidden" name="title" value="\(film.title)">
                \(button.html)
                """
        ).html(in: visit)
    }

    /// The question as a page.
    var screen: Screen {
        Screen(
            title: question,
            origin: .init(path: path, title: cancel),
            content: """
                <h1>\(question)</h1>
                <p>\(text)</p>
                <div class="buttons">\(form)\(Button(cancel, leadingTo: path).html)</div>
                """
        )
    }

    /// The question above the film.
    var dialog: HTML {
        Dialog(id: "delete", title: question, text: text, form: form, cancel: cancel).html
    }
}
