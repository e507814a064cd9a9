// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoScreens

/// The form that looks up a title in the film database.
struct LookUpView: Sendable {
    /// The title of the last lookup, and its result.
    let state: LookUpState
    let visit: Visit

    var screen: Screen {
        let say = visit.language
        let home = AppIdentity.videoclub.path
        var field = Field("title", say("Título", en: "Title"), value: state.title)
        field.hint = say(
            "En español o como en el original: El padrino, The Godfather.",
            en: "As it is in the original or in Spain: The Godfather, El padrino."
        )
        field.limit = FilmForm.limits["title"].maximumLength
        field.error = state.trouble?.fieldMessages.first { $0.field == "title" }.map {
            say($0.words)
        }
        field.isRequired = true
        field.isFirst = true
        let search = Button(say("Buscar", en: "Search"), style: .primary, icon: .search)
        let cancel = Button(say("Cancelar", en: "Cancel"), leadingTo: home)
        return Screen(
            title: "Open Movie DB",
            origin: .init(path: home, title: say("Cancelar", en: "Cancel")),
            content: """
                <h1>Open Movie DB</h1>
                <p class="lead">\(say("Con el título se rellena el resto.", en: "With the title, the rest fills itself in."))</p>
                \(note)
                <form action="\(home)/look-up">
                \(field.html)
                <p class="buttons">\(search.html)\(cancel.html)</p>
                </form>
                """
        )
    }

    private var note: HTML? {
        state.trouble.map { trouble in
            let retry = trouble.kind == .invalid ? nil : visit.address
            return ErrorNote(trouble: trouble, retry: retry).html(in: visit)
        }
    }
}
