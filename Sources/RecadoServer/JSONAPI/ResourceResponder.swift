// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

/// Answers one method at one of the addresses of a collection.
///
/// The steps are those of every endpoint; what goes wrong is answered with a document of errors.
struct ResourceResponder: EndpointResponder {
    /// The addresses of a collection.
    enum Place: String, CaseIterable {
        case collection = ""
        case resource = "/{id}"
        case relationship = "/{id}/relationships/{name}"
        case related = "/{id}/{name}"
    }

    let place: Place
    let method: Method
    let collection: any ServedCollection
    let catalog: ResourceCatalog
    /// The path of the collection, with the service's prefix.
    let path: String
    /// Lets those through who may change resources.
    let gate: (@Sendable (Request) async throws(ProblemDetails) -> Void)?
    let quota: QuotaGate?

    var template: String { path + place.rawValue }
    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }
    var rules: CollectionRules { collection.rules }

    /// Adds what answers the collections of a service.
    static func addAll(
        of service: Service,
        _ state: SharedState,
        to router: inout Router<any EndpointResponder>
    ) {
        for responder in all(of: service, state) {
            let path = Route("GET \(responder.template)").segments
            router.add(responder, method: responder.method, path: path)
        }
    }

    private static func all(of service: Service, _ state: SharedState) -> [ResourceResponder] {
        let catalog = ResourceCatalog(service)
        let name = service.api.name
        let quota = service.quota.map { QuotaGate($0, for: name, in: state.quotas) }
        return service.collections.flatMap { collection in
            let gate = gate(collection.writer, of: service, state)
            return Place.allCases.flatMap { place in
                [Method.get, .post, .patch, .delete].map { method in
                    ResourceResponder(
                        place: place,
                        method: method,
                        collection: collection,
                        catalog: catalog,
                        path: service.api.prefix + collection.rules.path,
                        gate: method == .get ? nil : gate,
                        quota: quota
                    )
                }
            }
        }
    }

    private static func gate<C: Caller>(
        _ caller: C.Type,
        of service: Service,
        _ state: SharedState
    ) -> (@Sendable (Request) async throws(ProblemDetails) -> Void)? {
        if C.self == Anyone.self { return nil }
        let gate = CallerGate<C>(of: service, state.attempts)
        return { request async throws(ProblemDetails) in _ = try await gate.caller(of: request) }
    }

    // MARK: - Answering

    func respond(to request: Request, _ match: RouteMatch) async -> Response {
        var response: Response
        var standing: Fields?
        do throws(ResourceRefusal) {
            if let quota {
                standing = try await Self.refusing { () async throws(ProblemDetails) in
                    try await quota.admit(request)
                }
            }
            response = try await answer(request, match)
        } catch {
            response = refuse(error, request)
        }
        if let standing { response.fields.addMissing(from: standing) }
        response.addVary(.accept)
        return response
    }

    private func answer(
        _ request: Request,
        _ match: RouteMatch
    ) async throws(ResourceRefusal) -> Response {
        guard let names = names(match) else {
            throw ResourceRefusal(.badRequest, "The path is no escaped UTF-8.")
        }
        let relationship = names.count > 1 ? rules.relationship(names[1]) : nil
        if names.count > 1, relationship == nil {
            throw .notFound("There is no such relationship.")
        }
        try checkMethod(relationship)
        if let gate {
            try await Self.refusing { () async throws(ProblemDetails) in try await gate(request) }
        }
        let hasContent =
            method == .post || method == .patch
            || (method == .delete && place == .relationship)
        if hasContent { try ResourceNegotiation.checkContent(request) }
        try ResourceNegotiation.checkAccept(request)
        switch place {
        case .collection:
            return try await method == .get ? list(request) : create(request)
        case .resource:
            if method == .get { return try await show(names[0], request) }
            return try await method == .patch
                ? update(names[0], request) : delete(names[0], request)
        case .related: return try await related(names[0], relationship, request)
        case .relationship:
            guard let relationship else { throw .notFound("There is no such relationship.") }
            if method == .get { return try await linkage(names[0], relationship, request) }
            return try await relate(names[0], relationship, request)
        }
    }

    private func names(_ match: RouteMatch) -> [String]? {
        let names = match.parameters.map { PercentEncoding.decode($0) }
        return names.contains { $0 == nil } ? nil : names.compactMap(\.self)
    }

    /// Refuses methods that an address does not have: 405.
    private func checkMethod(
        _ relationship: CollectionRules.Relationship?
    ) throws(ResourceRefusal) {
        let allowed: [Method] =
            switch place {
            case .collection: [.get, .post]
            case .resource: [.get, .patch, .delete]
            case .related: [.get]
            case .relationship:
                relationship?.isList == true ? [.get, .patch, .post, .delete] : [.get, .patch]
            }
        guard !allowed.contains(method) else { return }
        var refusal = ResourceRefusal(.methodNotAllowed)
        let names = Set(allowed.map(\.name)).union(["HEAD", "OPTIONS"])
        refusal.fields[.allow] = names.sorted().joined(separator: ", ")
        throw refusal
    }

    static func refusing<Result>(
        _ body: () async throws(ProblemDetails) -> Result
    ) async throws(ResourceRefusal) -> Result {
        do throws(ProblemDetails) {
            return try await body()
        } catch {
            throw ResourceRefusal(error)
        }
    }

    // MARK: - Documents

    /// The answer with a document.
    func response(
        _ document: OutgoingDocument,
        status: Status = .ok,
        to request: Request
    ) async throws(ResourceRefusal) -> Response {
        var document = document
        document.implementation = rules.implementation
        let fields: Fields = [.contentType: MediaType.jsonAPI.description]
        var response = Response(status: status, fields: fields)
        do throws(CodingFailure) {
            response.content = Content(try collection.format.encode(document))
        } catch {
            throw ResourceRefusal(.internalServerError)
        }
        guard status == .ok, method == .get else { return response }
        response.fields[.cacheControl] = "no-cache"
        let answer = response
        return try await Self.refusing { () async throws(ProblemDetails) in
            try await Representation(isCompressible: true).answer(answer, to: request)
        }
    }

    private func refuse(_ refusal: ResourceRefusal, _ request: Request) -> Response {
        var errors = refusal.errors
        if let links = rules.refusalLinks?(request.target, refusal.status) {
            for index in errors.indices { errors[index].links = links }
        }
        var fields = refusal.fields
        fields[.contentType] = MediaType.jsonAPI.description
        fields[.contentTypeOptions] = "nosniff"
        fields[.cacheControl] = "no-store"
        var document = OutgoingDocument(.errors(errors))
        document.implementation = rules.implementation
        // Errors hold texts alone; should one resist, the status says enough.
        let content = (try? JSONAPI().encode(document)) ?? []
        return Response(status: refusal.status, fields: fields, content: Content(content))
    }

    /// A document with what the request wants included.
    func document(
        _ resources: [any Resource],
        _ parameters: ResourceParameters,
        _ primary: ([any Resource]) -> OutgoingDocument.Primary
    ) async throws(ResourceRefusal) -> OutgoingDocument {
        var resources = resources
        var included: [any Resource]?
        if let include = parameters.include {
            var loader = ResourceLoader(catalog)
            included = try await loader.load(&resources, include)
        }
        var document = OutgoingDocument(primary(resources))
        // Nothing is included that nobody asked for, even if it is at hand.
        document.included = included
        document.isFollowed = false
        document.fields = parameters.fields
        document.addresses = catalog.addresses
        return document
    }
}
