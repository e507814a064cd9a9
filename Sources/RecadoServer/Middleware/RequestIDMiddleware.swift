// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Gives each exchange a request ID in `X-Request-Id`: the ID in the request, or a new one of
/// twelve characters.
///
/// An ID in the request is accepted if it has at most 64 letters, digits, hyphens, underscores and
/// dots.
public struct RequestIDMiddleware: Middleware {
    /// Creates the middleware.
    public init() {}

    /// Passes on a request, and sets the request ID of the response.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        next(request).map {
            RequestID.mark(&$0.fields, after: request)
        } later: {
            { RequestID.mark(&$0.fields, after: request) }
        }
    }
}

extension Middleware where Self == RequestIDMiddleware {
    /// The middleware that sets the field X-Request-Id.
    public static var requestID: RequestIDMiddleware { RequestIDMiddleware() }
}
