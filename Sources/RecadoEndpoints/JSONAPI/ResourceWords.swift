// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The messages about content and queries that violate JSON:API, shared by all checks.
package enum ResourceWords {
    /// The message for content without a resource.
    package static var expectedResource: String {
        Language.words("Expected a resource.", es: "Se esperaba un recurso.")
    }

    /// Returns the message for a resource of the wrong type.
    package static func expectedResource(of type: String) -> String {
        Language.words(
            "Expected a resource of the type \(type).",
            es: "Se esperaba un recurso del tipo \(type)."
        )
    }

    /// Returns the message for a missing member.
    package static func expectedMember(_ name: String) -> String {
        Language.words("Expected the member \(name).", es: "Se esperaba el miembro \(name).")
    }

    /// The message for a resource without an identity.
    package static var expectedID: String {
        Language.words("Expected the id of the resource.", es: "Se esperaba el id del recurso.")
    }

    /// The message for an identity that differs from the one in the address.
    package static var otherID: String {
        Language.words(
            "The id is not that of the address.",
            es: "El id no es el de la dirección."
        )
    }

    /// The message for a new resource to which the client gave an identity.
    package static var idsAreGiven: String {
        Language.words(
            "The server gives resources their ids.",
            es: "El servidor da los id a los recursos."
        )
    }

    /// The message for an unknown parameter of the query.
    package static var unknownParameter: String {
        Language.words(
            "The parameter is not understood here.",
            es: "Aquí no se entiende el parámetro."
        )
    }
}
