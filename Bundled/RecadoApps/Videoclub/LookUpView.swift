// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado

/// The form that looks a title up in the database of films.
struct LookUpView: Sendable {
    /// The title that was looked up before.
    let title: String
    /// Why that failed; nothing the first time.
    var trouble: Trouble?
    let visit: Visit

    init(title: String, trouble: Trouble? = nil, visit: Visit) {
        self.title = title
        self.trouble = trouble
        self.visit = visit
    }

    var screen: Screen {
        let say = visit.language
        let home = AppIdentity.videoclub.path
        var field = Field("title", say("Título", en: "Title"), value: title)
        field.hint = say(
            "En español o como en el original: El padrino, The Godfather.",
            en: "As it is in the original or in Spain: The Godfather, El padrino."
        )
        field.limit = 255
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
                \(trouble.map { TroubleNote(trouble: $0, retry: visit.address).html(in: visit) })
                <form action="\(home)/look-up">
                \(field.html)
                <p class="buttons">\(search.html)\(cancel.html)</p>
                </form>
                """
        )
    }
}
