// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Something that answers the requests of one route.
protocol EndpointResponder: Sendable {
    /// The route's template, with the service's prefix.
    var template: String { get }

    /// Whether requests are compared with the resource at their path before they change it.
    var heedsPreconditions: Bool { get }
    /// The endings of paths that ask for its formats.
    var endings: [String] { get }
    /// Whether it is answered even if the server is overloaded.
    var isVital: Bool { get }

    /// Whether there are requests that are answered without waiting, if their content is at hand.
    var isImmediate: Bool { get }

    /// The methods that its address has, where they are not those of the routes.
    func methods(_ match: RouteMatch) -> [Method]?

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - match: How its path was understood.
    /// - Returns: The response.
    func respond(to request: Request, _ match: RouteMatch) async -> Response

    /// Answers a request without waiting, as far as it goes.
    ///
    /// - Parameters:
    ///   - request: The request, its content at hand.
    ///   - parameters: The segments that stand for the route's parameters, still escaped.
    ///   - ending: The format that the path's ending asks for.
    /// - Returns: The answer.
    func respondImmediately(
        to request: Request,
        _ parameters: [Substring],
        ending: Substring?
    ) -> ImmediateAnswer
}

extension EndpointResponder {
    var isVital: Bool { false }
    var isImmediate: Bool { false }

    func respondImmediately(
        to request: Request,
        _ parameters: [Substring],
        ending: Substring?
    ) -> ImmediateAnswer { .unavailable }

    /// The route's template; `nil` where it has none.
    var knownTemplate: String? {
        let template = template
        return template.isEmpty ? nil : template
    }

    func methods(_ match: RouteMatch) -> [Method]? { nil }
}

/// How the path of a request was understood.
struct RouteMatch: Sendable {
    /// The segments that stand for the route's parameters, still escaped.
    var parameters: [Substring]
    /// The format that the path's ending asks for.
    var ending: Substring?
    /// What answers GET at the path, if the request's preconditions are heeded.
    var reader: ResourceReader?
    /// The message that holds the inputs, where they did not come in the manner of the route.
    var message: (any CallMessage)?
    /// Whether the answer is but compared with the conditions of another request.
    var isForComparison = false
}

/// What answers GET at a path; an object, for the few requests that have one.
final class ResourceReader: Sendable {
    let responder: any EndpointResponder
    /// The segments that stand for the parameters of its route.
    let parameters: [Substring]

    init(responder: any EndpointResponder, parameters: [Substring]) {
        self.responder = responder
        self.parameters = parameters
    }
}
