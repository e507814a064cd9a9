// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A page for sending a form again unchanged, after a temporary error.
struct RepeatView: Sendable {
    /// The error that prevented processing the form.
    let trouble: UserFacingError
    /// The visit with the sent form.
    let visit: Visit

    var screen: Screen {
        let say = visit.language
        let home = visit.app?.path ?? AppIdentity.root
        let again = Button(
            say("Volver a intentarlo", en: "Try again"),
            style: .primary,
            icon: .refresh
        )
        let form = FormSheet(
            action: String(visit.request.path),
            content: """
                \(FormSheet.carried(by: visit))
                <p class="buttons">\(again.html)
                \(Button(say("Dejarlo", en: "Leave it"), leadingTo: home).html)</p>
                """
        )
        return Screen(
            title: say(trouble.kind.title),
            origin: .init(path: home, title: say("Volver", en: "Back")),
            content: """
                <h1>\(say("No se ha podido hacer", en: "This could not be done"))</h1>
                \(ErrorNote(trouble: trouble).html(in: visit))
                \(form.html(in: visit))
                """
        )
    }
}
