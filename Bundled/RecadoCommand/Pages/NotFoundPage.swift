// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// The answer for an unknown path: an HTML page for browsers, a problem document for other clients.
struct NotFoundPage {
    private let request: Request
    private let apps: Apps

    init(_ request: Request, _ apps: Apps) {
        self.request = request
        self.apps = apps
    }

    /// Returns the answer, which caches do not store.
    func response() async -> Response {
        guard request.fields.contains(.accept), request.prefersPage else { return problem }
        let say = PagePreferences(request).language
        let title = say("Aquí no hay nada", en: "There is nothing here")
        var response = await apps.page(title, to: request, status: .notFound) { _ in
            """
            <h1>\(title)</h1>
            <p>\(say(
                "Ningún servicio responde en esta dirección.",
                en: "No service answers at this address."
            ))</p>
            <p><a href="/">\(say("Los servicios de esta máquina", en: "The services of this machine"))</a></p>
            """
        }
        response.fields[.cacheControl] = "no-store"
        response.fields[.vary] = "Accept, Accept-Language, Cookie"
        return response
    }

    private var problem: Response {
        let language = Language.best(of: ["en", "es"], for: request.fields) ?? "en"
        let detail =
            language == "es" ? "No hay nada en esta ruta." : "There is nothing at this path."
        let accept = Accept(request.fields)
        let isXML = [MediaType.xml, .problemXML].contains {
            accept.best(of: [.json, .problemJSON, $0]) == $0
        }
        var response = Language.$current.withValue(language) {
            Response(
                ProblemDetails(status: .notFound, detail: detail),
                in: isXML ? .xml : .json
            )
        }
        response.fields[.vary] = "Accept, Accept-Language"
        return response
    }
}
