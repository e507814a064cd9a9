// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A responder inside the middleware of its service or endpoint.
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
        // Without a context, the answer is only made to compare a change with it: no client has
        // asked for it.
        guard let context else { return base.respond(to: request, match, in: nil) }
        return Next(in: context, InnerMiddleware(middleware, around: base, match))(request)
    }
}

extension EndpointResponder {
    /// The responder inside middleware; the responder itself if there is none.
    func inside(_ middleware: [any Middleware]) -> any EndpointResponder {
        middleware.isEmpty ? self : MiddlewareResponder(self, inside: middleware)
    }
}
