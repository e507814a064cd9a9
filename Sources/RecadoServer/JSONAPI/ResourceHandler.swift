// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// Answers one method at one of the addresses of a collection.
///
/// The steps are the same as for every endpoint; errors are answered with an error document.
struct ResourceHandler: WaitingHandler {
    /// The addresses of a collection.
    enum Target: String, CaseIterable {
        case collection = ""
        case resource = "/{id}"
        case relationship = "/{id}/relationships/{name}"
        case related = "/{id}/{name}"
    }

    let place: Target
    let method: Method
    let collection: any ServedCollection
    let catalog: ResourceCatalog
    /// The path of the collection, with the service's prefix.
    let path: String
    /// Authenticates the callers of methods that change resources; `nil` for GET and
    /// if anyone may change them.
    let gate: (@Sendable (Request) async throws(ProblemDetails) -> any Caller)?
    /// Carries out requests with the same idempotency key only once; `nil` for methods that can be
    /// repeated without a key.
    let repetitions: IdempotencyStep?
    /// The locks that allow only one change of a resource at a time.
    let locks: ResourceLocks

    var template: String { path + place.rawValue }
    var heedsPreconditions: Bool { place == .resource && method != .get }
    var endings: [String] { [] }
    var representation: Representation? { method == .get ? .compressible : nil }
    var rules: CollectionRules { collection.rules }

    /// Adds the handlers for the collections of a service.
    static func addAll(
        of service: Service,
        _ state: SharedState,
        to router: inout Router<any EndpointHandler>
    ) {
        let limit = service.rateLimit(in: state.rateLimits)
        for handler in all(of: service, state) {
            let path = Route("GET \(handler.template)").segments
            let target = handler.inside(limit).negotiating(for: service)
                .inside(service.middleware)
            router.add(target, method: handler.method, path: path)
        }
    }

    private static func all(of service: Service, _ state: SharedState) -> [ResourceHandler] {
        let catalog = ResourceCatalog(service)
        return service.collections.flatMap { collection in
            let gate = gate(collection.writer, of: service, state)
            return Target.allCases.flatMap { place in
                [Method.get, .post, .patch, .delete].map { method in
                    let path = service.api.prefix + collection.rules.path
                    let template = path + place.rawValue
                    return ResourceHandler(
                        place: place,
                        method: method,
                        collection: collection,
                        catalog: catalog,
                        path: path,
                        gate: method == .get ? nil : gate,
                        repetitions: method.isIdempotent
                            ? nil : IdempotencyStep(.honored, for: template, in: state.idempotency),
                        locks: state.locks
                    )
                }
            }
        }
    }

    private static func gate<C: Caller>(
        _ caller: C.Type,
        of service: Service,
        _ state: SharedState
    ) -> (@Sendable (Request) async throws(ProblemDetails) -> any Caller)? {
        if C.self == Anyone.self { return nil }
        let gate = CallerAuthentication<C>(of: service, state.loginAttempts)
        return { request async throws(ProblemDetails) in try await gate.caller(of: request) }
    }

    // MARK: - Answering

    func answer(
        _ request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) async -> Response {
        var response: Response
        do throws(ResourceError) {
            response = try await carryOut(request, match, context)
        } catch {
            context?.note(error.problem)
            response = refuse(error, request)
        }
        response.addVary(.accept)
        return response
    }

    func refuse(
        _ problem: () -> ProblemDetails,
        answering request: Request,
        _ match: RouteMatch
    ) -> Response? {
        var response = refuse(ResourceError(problem()), request)
        response.addVary(.accept)
        return response
    }

    private func carryOut(
        _ request: Request,
        _ match: RouteMatch,
        _ context: RequestContext?
    ) async throws(ResourceError) -> Response {
        guard let names = names(match) else {
            throw ResourceError(
                .badRequest,
                Language.words(
                    "The path is no escaped UTF-8.",
                    es: "La ruta no es UTF-8 escapado."
                )
            )
        }
        let relationship = names.count > 1 ? rules.relationship(names[1]) : nil
        if names.count > 1, relationship == nil { throw Self.noRelationship }
        try checkMethod(relationship)
        var caller: any Caller = Anyone()
        if let gate {
            caller = try await Self.refusing { () async throws(ProblemDetails) in
                try await gate(request)
            }
            context?.note(caller)
        }
        let hasContent =
            method == .post || method == .patch
            || (method == .delete && place == .relationship)
        if hasContent { try ResourceNegotiation.checkContent(request) }
        try ResourceNegotiation.checkAccept(request)
        guard method != .get else { return try await read(names, relationship, request) }
        let mayRepeat = repetitions != nil && request.fields.contains(.idempotencyKey)
        let change = try await ResourceChange(match, request, locks, mayRepeat: mayRepeat) {
            () async throws(ResourceError) in
            hasContent ? try await collect(request) : []
        }
        return try await repeatable(change, from: caller) {
            request async throws(ResourceError) in
            try await write(names, relationship, request)
        }
    }

    private func read(
        _ names: [String],
        _ relationship: CollectionRules.Relationship?,
        _ request: Request
    ) async throws(ResourceError) -> Response {
        switch place {
        case .collection: return try await list(request)
        case .resource: return try await show(names[0], request)
        case .related: return try await related(names[0], relationship, request)
        case .relationship:
            guard let relationship else { throw Self.noRelationship }
            return try await linkage(names[0], relationship, request)
        }
    }

    private func write(
        _ names: [String],
        _ relationship: CollectionRules.Relationship?,
        _ request: Request
    ) async throws(ResourceError) -> Response {
        switch place {
        case .collection: return try await create(request)
        case .resource:
            return try await method == .patch
                ? update(names[0], request) : delete(names[0], request)
        case .relationship, .related:
            guard let relationship else { throw Self.noRelationship }
            return try await relate(names[0], relationship, request)
        }
    }

    /// Carries out a change, only once for each idempotency key.
    private func repeatable(
        _ change: ResourceChange,
        from caller: some Caller,
        _ body: (Request) async throws(ResourceError) -> Response
    ) async throws(ResourceError) -> Response {
        let request = change.request
        let key = try await Self.refusing { () async throws(ProblemDetails) in
            try repetitions?.key(of: request, from: caller)
        }
        guard let repetitions, let key else {
            var isBegun = false
            return try await change.carryOut(isBegun: &isBegun, body)
        }
        return try await Self.refusing { () async throws(ProblemDetails) in
            try await repetitions.answer(request, key, request.content.bytes) {
                var isBegun = false
                do throws(ResourceError) {
                    let response = try await change.carryOut(isBegun: &isBegun, body)
                    return (response, isBegun)
                } catch {
                    return (refuse(error, request), isBegun)
                }
            }
        }
    }

    static var noRelationship: ResourceError {
        .notFound(
            Language.words("There is no such relationship.", es: "No existe esa relación.")
        )
    }

    private func names(_ match: RouteMatch) -> [String]? {
        let names = match.parameters.map { PercentEncoding.decode($0) }
        return names.contains { $0 == nil } ? nil : names.compactMap(\.self)
    }

    /// Returns the methods that an address supports.
    private func methods(_ relationship: CollectionRules.Relationship?) -> [Method] {
        if rules.isReadOnly { return [.get] }
        return switch place {
        case .collection: [.get, .post]
        case .resource: [.get, .patch, .delete]
        case .related: [.get]
        case .relationship:
            relationship?.isList == true ? [.get, .patch, .post, .delete] : [.get, .patch]
        }
    }

    func methods(_ match: RouteMatch) -> [Method]? {
        let names = names(match) ?? []
        return methods(names.count > 1 ? rules.relationship(names[1]) : nil)
    }

    /// Refuses with 405 methods that an address does not support.
    private func checkMethod(
        _ relationship: CollectionRules.Relationship?
    ) throws(ResourceError) {
        let allowed = methods(relationship)
        guard !allowed.contains(method) else { return }
        var refusal = ResourceError(.methodNotAllowed)
        let names = Set(allowed.map(\.name)).union(["HEAD", "OPTIONS"])
        refusal.fields[.allow] = names.sorted().joined(separator: ", ")
        throw refusal
    }

    static func refusing<Result>(
        _ body: () async throws(ProblemDetails) -> Result
    ) async throws(ResourceError) -> Result {
        do throws(ProblemDetails) {
            return try await body()
        } catch {
            throw ResourceError(error)
        }
    }
}
