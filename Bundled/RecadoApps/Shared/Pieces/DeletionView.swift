// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The question that confirms a deletion, as a page and as a dialog.
struct DeletionView: Sendable {
    /// The title of the item to delete.
    let title: String
    /// The path of the item; the form is sent to `/delete` below it.
    let path: String
    let visit: Visit

    /// The identifier of the dialog in the page.
    static let id = "delete"
    /// The name of the form's input with the title.
    static let titleName = "title"

    private var question: String {
        visit.language("¿Borrar “\(title)”?", en: "Delete “\(title)”?")
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
                <input type="hidden" name="\(Self.titleName)" value="\(title)">
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

    /// The question as a dialog above the item.
    var dialog: HTML {
        Dialog(id: Self.id, title: question, text: text, form: form, cancel: cancel).html
    }
}
