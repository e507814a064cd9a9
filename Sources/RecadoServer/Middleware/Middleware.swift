// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A layer around the handlers, which sees each request before it is answered, and each response
/// afterwards.
///
/// ```swift
/// struct ServerTiming: Middleware {
///     func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
///         let start = ContinuousClock.now
///         return next(request).map { response in
///             let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
///             response.fields["Server-Timing"] = "total;dur=\(milliseconds)"
///         }
///     }
/// }
/// ```
///
/// A middleware passes on the request, changed or not, or answers it itself. A middleware that has
/// to wait returns `PendingResponse.later`; its closure may wait before and after calling ``Next``:
///
/// ```swift
/// return .later {
///     guard await flags.isOn("search") else { return Response(status: .notFound) }
///     return await next(request).value
/// }
/// ```
///
/// The middleware of an application is in ``Application/Options/middleware``, from the outermost to
/// the innermost. Inside it is the middleware of a service and of its endpoints
/// (`Service.use(_:)`), and inside that are the steps of the endpoint. Middleware is called on the
/// event loop after routing, so that changing the target does not change the route.
public protocol Middleware: Sendable {
    /// Answers a request, usually with the response of `next`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The facts about the request that are not in the request itself.
    ///   - next: The layers inside this middleware.
    /// - Returns: The response.
    func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse
}
