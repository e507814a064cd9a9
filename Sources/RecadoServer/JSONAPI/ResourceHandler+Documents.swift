// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

extension ResourceHandler {
    /// Creates the answer that contains a document.
    func response(
        _ document: OutgoingDocument,
        status: Status = .ok,
        to request: Request
    ) async throws(ResourceError) -> Response {
        var document = document
        document.implementation = rules.implementation
        let type = ResourceNegotiation.answerType(for: request)
        let fields: Fields = [.contentType: type.description]
        var response = Response(status: status, fields: fields)
        do throws(CodingError) {
            response.content = Content(try collection.format.encode(document))
        } catch {
            throw ResourceError(.internalServerError)
        }
        guard status == .ok, method == .get else { return response }
        response.fields[.cacheControl] = "no-cache"
        response.addTag()
        return response
    }

    func refuse(_ refusal: ResourceError, _ request: Request) -> Response {
        var errors = refusal.errors
        if let links = rules.refusalLinks?(request.target, refusal.status) {
            for index in errors.indices { errors[index].links = links }
        }
        var fields = refusal.fields
        fields[.contentType] = ResourceNegotiation.answerType(for: request).description
        fields[.contentTypeOptions] = "nosniff"
        fields[.cacheControl] = "no-store"
        var document = OutgoingDocument(.errors(errors))
        document.implementation = rules.implementation
        // Errors contain only strings; if their encoding fails anyway, the status suffices.
        let content = (try? JSONAPI().encode(document)) ?? []
        return Response(status: refusal.status, fields: fields, content: Content(content))
    }

    /// Creates a document, including the resources that the request asks for.
    func document(
        _ resources: [any Resource],
        _ parameters: ResourceParameters,
        _ primary: ([any Resource]) -> OutgoingDocument.Primary
    ) async throws(ResourceError) -> OutgoingDocument {
        var resources = resources
        var included: [any Resource]?
        if let include = parameters.include {
            var loader = ResourceLoader(catalog)
            included = try await loader.load(&resources, include)
        }
        var document = OutgoingDocument(primary(resources))
        // Only requested resources are included, even if others are in memory.
        document.included = included
        document.isFollowed = false
        document.fields = parameters.fields
        document.addresses = catalog.addresses
        return document
    }
}
