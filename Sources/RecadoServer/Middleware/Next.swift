// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// The next middleware, or the responder inside of all, to which a middleware passes requests on.
public struct Next: Sendable {
    private let context: RequestContext
    private let place: Int
    /// The middleware of a service or an endpoint; `nil` for that of the application.
    private let inner: InnerMiddleware?

    /// Begins with the first middleware of an application, or with that
    /// of a service or an endpoint.
    init(in context: RequestContext, _ inner: InnerMiddleware? = nil) {
        self.init(context, 0, inner)
    }

    private init(_ context: RequestContext, _ place: Int, _ inner: InnerMiddleware?) {
        self.context = context
        self.place = place
        self.inner = inner
    }

    /// Passes a request on.
    ///
    /// - Parameter request: The request, as it is or changed.
    /// - Returns: The response.
    public func callAsFunction(_ request: Request) -> PendingResponse {
        let middleware = inner?.middleware ?? context.application.middleware
        guard place < middleware.count else {
            return inner?.respond(to: request, in: context) ?? context.respond(to: request)
        }
        let next = Next(context, place + 1, inner)
        return middleware[place].handle(request, context: context, next: next)
    }
}

extension Next {
    /// The answer that tells of a problem, as what is inside of the middleware would give it:
    /// in its format and its language, with the members that its service adds, as a fault of
    /// SOAP or a document of JSON:API.
    ///
    /// The context notes the problem. `Response(problem)` is the same for everybody.
    ///
    /// - Parameters:
    ///   - request: The request that is refused.
    ///   - problem: The problem, in `Language.current`, which is that of the answer.
    /// - Returns: The answer.
    public func refuse(
        _ request: Request,
        with problem: @autoclosure () -> ProblemDetails
    ) -> Response {
        func noted() -> ProblemDetails {
            let problem = problem()
            context.note(problem)
            return problem
        }
        return inner?.refuse(request, noted) ?? context.refuse(request, with: noted)
    }
}

/// The middleware of a service or an endpoint on the way of one request, and what is inside of it.
final class InnerMiddleware: Sendable {
    let middleware: [any Middleware]
    private let base: any EndpointResponder
    private let match: RouteMatch

    init(_ middleware: [any Middleware], around base: any EndpointResponder, _ match: RouteMatch) {
        self.middleware = middleware
        self.base = base
        self.match = match
    }

    func refuse(_ request: Request, _ problem: () -> ProblemDetails) -> Response? {
        base.refuse(problem, answering: request, match)
    }

    func respond(to request: Request, in context: RequestContext) -> PendingResponse {
        base.respond(to: request, match, in: context)
    }
}
