// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// The next layer, to which a middleware passes requests: another middleware or the handler.
public struct Next: Sendable {
    private let context: RequestContext
    private let place: Int
    /// The middleware of a service or an endpoint; `nil` within the application's middleware.
    private let inner: InnerMiddleware?

    /// Starts with the first middleware of an application, a service or an endpoint.
    init(in context: RequestContext, _ inner: InnerMiddleware? = nil) {
        self.init(context, 0, inner)
    }

    private init(_ context: RequestContext, _ place: Int, _ inner: InnerMiddleware?) {
        self.context = context
        self.place = place
        self.inner = inner
    }

    /// Passes on a request.
    ///
    /// - Parameter request: The request, changed or not.
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
    /// Returns the answer that reports a problem, in the same form as the problems of the inner
    /// steps.
    ///
    /// The answer has the format and the language of the inner steps, and the members that their
    /// service adds to problems. In answer to a SOAP call it is a fault, and in answer to a
    /// JSON:API request it is a JSON:API document.
    ///
    /// The context records the problem. `Response(problem)`, in contrast, always has the same form.
    ///
    /// - Parameters:
    ///   - request: The request that is refused.
    ///   - problem: The problem, made while `Language.current` is the language of the answer.
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

/// The middleware of a service or an endpoint for one request, and the handler inside it.
final class InnerMiddleware: Sendable {
    let middleware: [any Middleware]
    private let base: any EndpointHandler
    private let match: RouteMatch

    init(_ middleware: [any Middleware], around base: any EndpointHandler, _ match: RouteMatch) {
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
