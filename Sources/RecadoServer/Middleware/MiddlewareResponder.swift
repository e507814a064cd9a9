// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// What answers a route, inside of the middleware of its service and endpoint.
struct MiddlewareResponder: EndpointResponder {
    private let base: any EndpointResponder
    private let middleware: [any Middleware]

    fileprivate init(_ base: any EndpointResponder, inside middleware: [any Middleware]) {
        self.base = base
        self.middleware = middleware
    }

    var template: String { base.template }
    var endpoint: (any Endpoint.Type)? { base.endpoint }
    var heedsPreconditions: Bool { base.heedsPreconditions }
    var endings: [String] { base.endings }
    var isVital: Bool { base.isVital }

    func methods(_ match: RouteMatch) -> [Method]? { base.methods(match) }

    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse {
        // What a change is compared with was asked for by nobody.
        guard let context else { return base.respond(to: request, match, in: nil) }
        return Next(in: context, InnerMiddleware(middleware, around: base, match))(request)
    }
}

extension EndpointResponder {
    /// The responder inside of middleware; itself where there is none.
    func inside(_ middleware: [any Middleware]) -> any EndpointResponder {
        middleware.isEmpty ? self : MiddlewareResponder(self, inside: middleware)
    }
}
