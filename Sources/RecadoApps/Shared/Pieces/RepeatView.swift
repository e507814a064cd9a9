// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP
import RecadoServer

/// A form that could not be acted on for a reason that may pass, to be sent once more as it was.
struct RepeatView: Sendable {
    /// What kept it from being acted on.
    let trouble: Trouble
    /// The form that was sent.
    let visit: Visit

    var screen: Screen {
        let say = visit.language
        let own = [SessionCredentials.formTokenName, FormSheet.numberName]
        let inputs: [HTML] = visit.form.filter { !own.contains($0.name) }.map {
            #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"#
        }
        let home = visit.app?.path ?? AppIdentity.root
        let again = Button(
            say("Volver a intentarlo", en: "Try again"),
            style: .primary,
            icon: .refresh
        )
        let form = FormSheet(
            action: String(visit.request.path),
            content: """
                \(inputs)
                <p class="buttons">\(again.html)
                \(Button(say("Dejarlo", en: "Leave it"), leadingTo: home).html)</p>
                """
        )
        return Screen(
            title: say(trouble.kind.title),
            origin: .init(path: home, title: say("Volver", en: "Back")),
            content: """
                <h1>\(say("No se ha podido hacer", en: "This could not be done"))</h1>
                \(TroubleNote(trouble: trouble).html(in: visit))
                \(form.html(in: visit))
                """
        )
    }
}
