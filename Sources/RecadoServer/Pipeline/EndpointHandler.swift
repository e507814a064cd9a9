// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A handler of the requests of one route.
protocol EndpointHandler: Sendable {
    /// The route's template, with the service's prefix.
    var template: String { get }
    /// The endpoint that is called; `nil` for a handler that is not an endpoint.
    var endpoint: (any Endpoint.Type)? { get }
    /// True if a request's preconditions are checked against the resource at its path before the
    /// resource changes.
    var heedsPreconditions: Bool { get }
    /// The file extensions of paths that select the handler's formats.
    var endings: [String] { get }
    /// The rule for compressing its answers to GET and checking their conditions; `nil` to send
    /// them unchanged.
    var representation: Representation? { get }
    /// True if it answers even when the server is overloaded.
    var bypassesLoadShedding: Bool { get }

    /// Returns the methods that its address supports; `nil` if they are those of the routes.
    func methods(_ match: RouteMatch) -> [Method]?

    /// Answers a request, as far as possible without waiting.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - match: The match of its path with a route.
    ///   - context: The context of the request, which records the caller and problems; `nil` if the
    ///     answer only serves to check another request's preconditions.
    /// - Returns: The response.
    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse

    /// Returns the answer that reports a problem, in the handler's own form; `nil` if it has
    /// none.
    ///
    /// The closure is called while the language of the answer is current.
    func refuse(
        _ problem: () -> ProblemDetails,
        answering request: Request,
        _ match: RouteMatch
    ) -> Response?
}

extension EndpointHandler {
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
    /// The segments that match the route's parameters, not yet unescaped.
    var parameters: [Substring]
    /// The file extension of the path, which selects the format.
    var ending: Substring?
    /// The GET handler at the path, if the request's preconditions must be checked.
    var reader: ResourceReader?
    /// The message that contains the inputs, such as a SOAP call; `nil` if they came as the route
    /// prescribes.
    var message: (any CallMessage)?
}

/// The GET handler at a path; a class, because only few requests need one.
final class ResourceReader: Sendable {
    let handler: any EndpointHandler
    /// The segments that match the parameters of its route.
    let parameters: [Substring]

    init(handler: any EndpointHandler, parameters: [Substring]) {
        self.handler = handler
        self.parameters = parameters
    }
}
