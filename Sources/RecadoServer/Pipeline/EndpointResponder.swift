// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// Something that answers the requests of one route.
protocol EndpointResponder: Sendable {
    /// The route's template, with the service's prefix.
    var template: String { get }
    /// The endpoint that is called; `nil` for what is none.
    var endpoint: (any Endpoint.Type)? { get }
    /// Whether requests are compared with the resource at their path before they change it.
    var heedsPreconditions: Bool { get }
    /// The endings of paths that ask for its formats.
    var endings: [String] { get }
    /// The treatment that its answers to GET allow; `nil` for those that are sent as they are.
    var representation: Representation? { get }
    /// Whether it is answered even if the server is overloaded.
    var bypassesLoadShedding: Bool { get }

    /// The methods that its address has, where they are not those of the routes.
    func methods(_ match: RouteMatch) -> [Method]?

    /// Answers a request, as far as that goes without waiting.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - match: The match of its path with a route.
    ///   - context: The context of the request, which is told of the caller and of problems; `nil`
    ///     where the answer is but compared with the conditions of another request.
    /// - Returns: The response.
    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse

    /// The answer that tells of a problem, in the manner of all its answers; `nil`
    /// where it has none of its own.
    ///
    /// The problem is made in the language of the answer.
    func refuse(
        _ problem: () -> ProblemDetails,
        answering request: Request,
        _ match: RouteMatch
    ) -> Response?
}

extension EndpointResponder {
    func refuse(
        _ problem: () -> ProblemDetails,
        answering request: Request,
        _ match: RouteMatch
    ) -> Response? { nil }

    var bypassesLoadShedding: Bool { false }
    var representation: Representation? { nil }
    var endpoint: (any Endpoint.Type)? { nil }

    /// Answers a request, and waits for the response.
    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext? = nil
    ) async -> Response {
        let pending: PendingResponse = respond(to: request, match, in: context)
        return await pending.value
    }

    /// The route's template; `nil` where it has none.
    var knownTemplate: String? {
        let template = template
        return template.isEmpty ? nil : template
    }

    func methods(_ match: RouteMatch) -> [Method]? { nil }
}

/// The result of matching the path of a request.
struct RouteMatch: Sendable {
    /// The segments that stand for the route's parameters, still escaped.
    var parameters: [Substring]
    /// The format that the path's ending asks for.
    var ending: Substring?
    /// The reader that answers GET at the path, if the request's preconditions are honored.
    var reader: ResourceReader?
    /// The message that holds the inputs, where they did not come in the manner of the route.
    var message: (any CallMessage)?
}

/// The responder to GET at a path; an object, for the few requests that have one.
final class ResourceReader: Sendable {
    let responder: any EndpointResponder
    /// The segments that stand for the parameters of its route.
    let parameters: [Substring]

    init(responder: any EndpointResponder, parameters: [Substring]) {
        self.responder = responder
        self.parameters = parameters
    }
}
