// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Names each exchange in `X-Request-Id`: as the request does, or by a
/// new name of twelve characters.
///
/// A name that comes with the request is taken if it has at most 64 letters, digits,
/// hyphens, underscores and dots.
public struct RequestIDMiddleware: Middleware {
    /// Creates the middleware.
    public init() {}

    /// Passes a request on, and names the response.
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
    /// The field X-Request-Id.
    public static var requestID: RequestIDMiddleware { RequestIDMiddleware() }
}
