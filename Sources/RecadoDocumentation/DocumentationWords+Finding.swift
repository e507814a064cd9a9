// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The words for search, copying and samples.
extension DocumentationWords {
    private func say(_ spanish: String, en english: String) -> String {
        tag == "es" ? spanish : english
    }

    var home: String { say("Todos los servicios", en: "All services") }
    var search: String { say("Buscar operaciones", en: "Search endpoints") }
    var found: String { say("Encontradas:", en: "Found:") }
    var copy: String { say("Copiar", en: "Copy") }
    var copied: String { say("Copiado", en: "Copied") }
    var linkTo: String { say("Enlace a", en: "Link to") }
    var linkToCall: String { say("Copiar enlace a esta llamada", en: "Copy link to this call") }
    var samplesIn: String { say("Ejemplos en", en: "Samples in") }
    var noSample: String {
        say(
            "Esta operación se llama mejor de otra manera.",
            en: "This endpoint is better called in another way."
        )
    }
    var given: String {
        say(
            "Se envían las credenciales de esta página:",
            en: "The credentials of this page are sent:"
        )
    }
    var forEndpoints: String {
        say("Para todas las operaciones de esta página.", en: "For all endpoints of this page.")
    }
    var problemSample: String { say("Respuesta", en: "Response") }
}
