// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A step around the answers to requests: it sees each request before what answers
/// it, and each response after.
///
/// ```swift
/// struct ServerTiming: Middleware {
///     func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
///         let start = ContinuousClock.now
///         return next(request).map { response in
///             response.fields["Server-Timing"] = "total;dur=\((ContinuousClock.now - start) / .milliseconds(1))"
///         }
///     }
/// }
/// ```
///
/// A middleware passes the request on, changed or not, or answers it itself. One that has to wait
/// returns `PendingResponse.later`, in which it may wait before and after ``Next``:
///
/// ```swift
/// return .later {
///     guard await flags.isOn("search") else { return Response(status: .notFound) }
///     return await next(request).value
/// }
/// ```
///
/// Those of an application are in ``Application/Options/middleware``, the first outermost; inside
/// of them are those of a service and of its endpoints (`Service.use(_:)`), and inside of these the
/// steps that every endpoint has. They are called on the event loop, once the route is found: a
/// changed target leads to no other route.
public protocol Middleware: Sendable {
    /// Answers a request, as a rule with what `next` answers.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The facts that are known of it beside what it says.
    ///   - next: The layers inside of this middleware.
    /// - Returns: The response.
    func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse
}
