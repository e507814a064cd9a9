// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The reason why a form was refused.
enum FormError: Error, Sendable {
    /// The form was sent from a page of another site.
    case foreign
    /// The form's page is too old, or the browser stores no cookies.
    case stale
    /// The content is larger than any form of the apps.
    case tooLarge
    /// The content is not a valid form.
    case unreadable

    /// Returns the page that reports the error.
    func answer(_ visit: Visit) -> PageResponse {
        let say = visit.language
        switch self {
        case .stale: return .show(Self.again(visit), .forbidden)
        case .foreign:
            return refuse(
                visit,
                .forbidden,
                say(
                    "Esto solo se hace desde las páginas de este servidor.",
                    en: "This is done from the pages of this server alone."
                )
            )
        case .tooLarge:
            return refuse(
                visit,
                .contentTooLarge,
                say("Es demasiado texto.", en: "This is too much text.")
            )
        case .unreadable:
            return refuse(
                visit,
                .unsupportedMediaType,
                say("Esto no es un formulario.", en: "This is no form.")
            )
        }
    }

    private func refuse(_ visit: Visit, _ status: Status, _ words: String) -> PageResponse {
        let title = visit.language("No se ha enviado", en: "Not sent")
        let state = EmptyState(title: title, text: words)
        return .show(Screen(title: title, content: state.html), status)
    }

    /// Returns a page with the same form entries, so that the user can send them again.
    private static func again(_ visit: Visit) -> Screen {
        let say = visit.language
        let title = say("Confirma el envío", en: "Confirm to send")
        let inputs = FormSheet.carried(by: visit)
        let button = Button(say("Enviar", en: "Send"), style: .primary)
        let form = FormSheet(
            action: visit.address,
            content: "\(inputs)<p class=\"buttons\">\(button.html)</p>"
        )
        let state = EmptyState(
            title: title,
            text: say(
                "La página llevaba mucho tiempo abierta, o el navegador no guarda cookies. Lo que has escrito sigue aquí.",
                en:
                    "The page was open for a long time, or the browser keeps no cookies. What you wrote is still here."
            ),
            action: form.html(in: visit)
        )
        return Screen(title: title, content: state.html)
    }
}
