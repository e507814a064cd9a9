// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// Checks the content of requests to an endpoint that takes a JSON:API resource.
struct ResourceContentCheck {
    private let method: Method
    private let input: EndpointLayout.Input
    private let document: Document

    init<E: Endpoint>(of endpoint: E.Type, _ input: EndpointLayout.Input, _ document: Document) {
        method = E.route.method
        self.input = input
        self.document = document
    }

    /// Records every error in the attributes, each with its position.
    ///
    /// - Parameters:
    ///   - validator: The validator that records the errors.
    ///   - identity: The identity in the address, if there is one.
    ///   - choices: The options for reading values, if values are also checked against their types.
    /// - Throws: 400, 403 or 409 for content that is not a resource, or whose type or identity the
    ///   request does not allow (JSON:API 1.1, "Creating Resources" and "Updating Resources").
    func validate(
        with validator: inout SchemaValidator,
        addressing identity: String?,
        readingBy choices: DecodingChoices?
    ) throws(ProblemDetails) {
        guard let model = input.resource else { return }
        let data = document.root["data"]
        if data?.kind == .null || data == nil, !input.isRequired { return }
        guard let data, data.kind == .object else {
            throw Self.refusal(.badRequest, "/data", "type", ResourceWords.expectedResource)
        }
        let type = model.resourceType
        guard data["type"]?.string?.hasSameBytes(as: type) == true else {
            let detail = ResourceWords.expectedResource(of: type)
            throw Self.refusal(.conflict, "/data/type", "const", detail)
        }
        try checkIdentity(data, identity, model)
        guard let validation = Self.validation(of: model) else { return }
        for error in validation.errors(in: data, readingBy: choices) { validator.note(error) }
    }

    private func checkIdentity(
        _ data: Document.Cursor,
        _ identity: String?,
        _ model: any Resource.Type
    ) throws(ProblemDetails) {
        let named = data["id"]?.string
        if let identity {
            guard let named else {
                throw Self.refusal(.badRequest, "/data", "required", ResourceWords.expectedID)
            }
            guard named.hasSameBytes(as: identity) else {
                throw Self.refusal(.conflict, "/data/id", "const", ResourceWords.otherID)
            }
        } else if named != nil, method == .post, Self.validation(of: model)?.hasIdentity == false {
            throw Self.refusal(.forbidden, "/data/id", "not", ResourceWords.idsAreGiven)
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
