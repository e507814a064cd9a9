// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Lets pages of other origins read responses, if the service's rules allow it
/// (`Service.crossOrigin`).
public struct CrossOriginMiddleware: Middleware {
    /// Creates the middleware.
    public init() {}

    /// Passes on a request, and adds the cross-origin fields to the response.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        guard let owner = context.application.owner(of: request) else { return next(request) }
        return next(request).map { owner.crossOrigin.mark(&$0, answering: request) }
    }
}

extension Middleware where Self == CrossOriginMiddleware {
    /// The middleware that applies the services' rules for pages of other origins.
    public static var crossOrigin: CrossOriginMiddleware { CrossOriginMiddleware() }
}
