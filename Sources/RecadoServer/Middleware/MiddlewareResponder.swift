// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A responder inside of the middleware of its service or endpoint.
struct MiddlewareResponder: WrappingResponder {
    let base: any EndpointResponder
    private let middleware: [any Middleware]

    fileprivate init(_ base: any EndpointResponder, inside middleware: [any Middleware]) {
        self.base = base
        self.middleware = middleware
    }

    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse {
        // An answer that a change is compared with was asked for by nobody.
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
