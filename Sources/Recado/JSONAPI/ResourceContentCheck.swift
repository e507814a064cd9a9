// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// What the content of a request must be where an endpoint takes a resource of JSON:API.
struct ResourceContentCheck {
    private let method: Method
    private let input: EndpointPlan.Input
    private let document: Document

    init<E: Endpoint>(of endpoint: E.Type, _ input: EndpointPlan.Input, _ document: Document) {
        method = E.route.method
        self.input = input
        self.document = document
    }

    /// Everything that is wrong with the attributes, each with its place.
    ///
    /// - Parameter identity: The identity that the address names, if it does.
    /// - Returns: The errors.
    /// - Throws: 400, 403 or 409 for content that is not of the resource that the request is about
    ///   (JSON:API 1.1, "Creating Resources" and "Updating Resources").
    func errors(addressing identity: String?) throws(ProblemDetails) -> [InputError] {
        guard let model = input.resource else { return [] }
        let data = document.root["data"]
        if data?.kind == .null || data == nil, !input.isRequired { return [] }
        guard let data, data.kind == .object else {
            throw Self.refusal(
                .badRequest,
                "/data",
                "type",
                Language.words("Expected a resource.", es: "Se esperaba un recurso.")
            )
        }
        let type = model.resourceType
        guard data["type"]?.string == type else {
            let detail = Language.words(
                "Expected a resource of the type \(type).",
                es: "Se esperaba un recurso del tipo \(type)."
            )
            throw Self.refusal(.conflict, "/data/type", "const", detail)
        }
        try checkIdentity(data, identity, model)
        return Self.validation(of: model)?.errors(in: data) ?? []
    }

    private func checkIdentity(
        _ data: Document.Cursor,
        _ identity: String?,
        _ model: any Resource.Type
    ) throws(ProblemDetails) {
        let named = data["id"]?.string
        if let identity {
            guard let named else {
                let detail = Language.words(
                    "Expected the id of the resource.",
                    es: "Se esperaba el id del recurso."
                )
                throw Self.refusal(.badRequest, "/data", "required", detail)
            }
            guard named == identity else {
                let detail = Language.words(
                    "The id is not that of the address.",
                    es: "El id no es el de la dirección."
                )
                throw Self.refusal(.conflict, "/data/id", "const", detail)
            }
        } else if named != nil, method == .post, Self.validation(of: model)?.hasIdentity == false {
            let detail = Language.words(
                "The server gives resources their ids.",
                es: "El servidor da los id a los recursos."
            )
            throw Self.refusal(.forbidden, "/data/id", "not", detail)
        }
    }

    private static func validation<Model: Resource>(of type: Model.Type) -> ResourceValidation? {
        ResourceValidation.of(type)
    }

    private static func refusal(
        _ status: Status,
        _ pointer: String,
        _ code: String,
        _ detail: String
    ) -> ProblemDetails {
        ProblemDetails(
            status: status,
            detail: detail,
            errors: [InputError(at: .content(pointer), code: code, detail: detail)]
        )
    }
}
