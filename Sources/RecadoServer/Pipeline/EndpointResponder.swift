// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A responder to the requests of one route.
protocol EndpointResponder: Sendable {
    /// The route's template, with the service's prefix.
    var template: String { get }
    /// The endpoint that is called; `nil` for a responder that is not one.
    var endpoint: (any Endpoint.Type)? { get }
    /// True if the conditions of requests are compared with the resource at their path before they
    /// change it.
    var heedsPreconditions: Bool { get }
    /// The endings of paths that select its formats.
    var endings: [String] { get }
    /// The ways in which its answers to GET may be changed; `nil` for answers that are sent as they
    /// are.
    var representation: Representation? { get }
    /// True if it answers even when the server is overloaded.
    var bypassesLoadShedding: Bool { get }

    /// The methods that its address has; `nil` if they are those of the routes.
    func methods(_ match: RouteMatch) -> [Method]?

    /// Answers a request, as far as that is possible without waiting.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - match: The match of its path with a route.
    ///   - context: The context of the request, which records the caller and problems; `nil` if the
    ///     answer is only compared with the conditions of another request.
    /// - Returns: The response.
    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse

    /// The answer that reports a problem, in the responder's own form; `nil` if the responder has
    /// none.
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

    /// The route's template; `nil` if it has none.
    var knownTemplate: String? {
        let template = template
        return template.isEmpty ? nil : template
    }

    func methods(_ match: RouteMatch) -> [Method]? { nil }
}

/// The result of matching the path of a request.
struct RouteMatch: Sendable {
    /// The segments that match the route's parameters, still escaped.
    var parameters: [Substring]
    /// The format that the path's ending selects.
    var ending: Substring?
    /// The reader that answers GET at the path, if the request's preconditions are honoured.
    var reader: ResourceReader?
    /// The message that contains the inputs, if they did not come in the form that the route
    /// prescribes.
    var message: (any CallMessage)?
}

/// The responder to GET at a path; an object, for the few requests that have one.
final class ResourceReader: Sendable {
    let responder: any EndpointResponder
    /// The segments that match the parameters of its route.
    let parameters: [Substring]

    init(responder: any EndpointResponder, parameters: [Substring]) {
        self.responder = responder
        self.parameters = parameters
    }
}
