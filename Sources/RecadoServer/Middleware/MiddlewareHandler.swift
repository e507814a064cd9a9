// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A handler with the middleware of its service or endpoint around it.
struct MiddlewareHandler: WrappingHandler {
    let base: any EndpointHandler
    private let middleware: [any Middleware]

    fileprivate init(_ base: any EndpointHandler, inside middleware: [any Middleware]) {
        self.base = base
        self.middleware = middleware
    }

    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse {
        // Without a context, no client has asked for the answer: it only serves to check the
        // preconditions of a change.
        guard let context else { return base.respond(to: request, match, in: nil) }
        return Next(in: context, InnerMiddleware(middleware, around: base, match))(request)
    }
}

extension EndpointHandler {
    /// Wraps the handler in middleware; returns the handler itself if there is none.
    func inside(_ middleware: [any Middleware]) -> any EndpointHandler {
        middleware.isEmpty ? self : MiddlewareHandler(self, inside: middleware)
    }
}
