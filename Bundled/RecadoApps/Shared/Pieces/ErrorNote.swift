// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A message about an error, with a way to try again.
struct ErrorNote: Sendable {
    /// The error.
    let trouble: UserFacingError
    /// The heading; if `nil`, the heading of the error or of its kind is used.
    var title: Phrase?
    /// The address of the link to try again; `nil` for no link.
    var retry: String?

    /// Returns the message, which screen readers announce at once.
    func html(in visit: Visit) -> HTML {
        let say = visit.language
        let button: HTML =
            retry.map {
                let title = say("Volver a intentarlo", en: "Try again")
                return
                    "<p>\(Button(title, leadingTo: $0, style: .primary, icon: .refresh).html)</p>"
            } ?? ""
        let report: HTML =
            trouble.report.isEmpty
            ? ""
            : """
            <details><summary>\(say("Qué ha pasado exactamente", en: "What happened exactly"))</summary>
            <p><code>\(trouble.report)</code></p></details>
            """
        return """
            <div class="trouble \(trouble.kind.rawValue)" role="alert">
            <h2>\(Icon.warning.html)\(say(title ?? trouble.title ?? trouble.kind.title))</h2>
            \(words(say))
            \(button)
            \(report)
            </div>
            """
    }

    /// Returns the message or, during a wait, the remaining seconds, which screen readers announce
    /// only once.
    private func words(_ say: AppLanguage) -> HTML {
        guard let wait = trouble.wait else { return "<p>\(say(trouble.words))</p>" }
        let text = say(wait.words)
        let last = say(wait.last)
        let now = wait.seconds == 1 ? last : text.replacing("{}", with: "\(wait.seconds)")
        return """
            <p aria-hidden="true" data-seconds="\(wait.seconds)" data-words="\(text)" \
            data-last="\(last)" data-end="\(say(wait.end))">\(now)</p>
            <p class="hidden">\(now)</p>
            """
    }
}

extension UserFacingError.Kind {
    /// A short heading for errors of this kind.
    var title: Phrase {
        switch self {
        case .unreachable:
            Phrase("Sin conexión con el servicio", en: "No connection to the service")
        case .slow: Phrase("El servicio tarda demasiado", en: "The service is too slow")
        case .busy: Phrase("El servicio está ocupado", en: "The service is busy")
        case .broken: Phrase("El servicio tiene un problema", en: "The service has a problem")
        case .unreadable: Phrase("La respuesta no se entiende", en: "The answer makes no sense")
        case .missing: Phrase("No se encuentra", en: "Not found")
        case .notAllowed: Phrase("No tienes permiso", en: "You may not do this")
        case .notSignedIn: Phrase("Hay que identificarse", en: "Sign in first")
        case .conflict: Phrase("Ahora no es posible", en: "Not possible now")
        case .invalid: Phrase("Revisa los datos", en: "Check what you entered")
        case .refused: Phrase("El servicio no lo ha hecho", en: "The service did not do it")
        }
    }

    /// The HTTP status of a page that shows only this error.
    var status: Status {
        switch self {
        case .unreachable, .unreadable: .badGateway
        case .slow: .gatewayTimeout
        case .busy: .serviceUnavailable
        case .broken: .badGateway
        case .missing: .notFound
        case .notAllowed, .notSignedIn: .forbidden
        case .conflict: .conflict
        case .invalid: .unprocessableContent
        case .refused: .badGateway
        }
    }
}
