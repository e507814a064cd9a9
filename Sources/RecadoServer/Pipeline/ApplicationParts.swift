// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The parts of an application that its middleware needs; a class, because every request refers to
/// it.
final class ApplicationParts: Sendable {
    /// The services, sorted by length of prefix, the longest first.
    let owners: [Application.Owner]
    /// True if pages of other origins may call any of the services.
    let hasCrossOrigin: Bool
    let observers: Observers?
    let health: Health?
    let trustedProxies: TrustedProxies
    /// True if there are neither trusted proxies nor a tracer, so that requests without
    /// `traceparent` can skip the steps for forwarded and traced requests.
    let isDirect: Bool
    /// The middleware around everything, from the outermost to the innermost.
    let middleware: [any Middleware]
    /// The value of Strict-Transport-Security for clients that reached a trusted proxy over TLS.
    let strictTransport: String?

    init(_ services: [Service], _ options: Application.Options, _ observers: Observers?) {
        owners = services.map(Application.Owner.init)
            .sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
        let hasCrossOrigin = services.contains { $0.crossOrigin.origins?.isEmpty != true }
        self.hasCrossOrigin = hasCrossOrigin
        self.observers = observers
        // Middleware that would do nothing is removed, because calling it would cost each request
        // time.
        middleware = options.middleware.filter { middleware in
            switch middleware {
            case is ObservationMiddleware: observers != nil
            case is CrossOriginMiddleware: hasCrossOrigin
            default: true
            }
        }
        isDirect = options.trustedProxies.isEmpty && observers?.tracer == nil
        health = options.health
        trustedProxies = options.trustedProxies
        strictTransport = options.strictTransport?.fieldValue
    }

    /// Returns the service whose prefix the path of a request begins with.
    func owner(of request: Request) -> Application.Owner? {
        owners.first { $0.owns(request) }
    }

    /// Returns the answer with a problem, in the form of the service whose prefix the path begins
    /// with.
    ///
    /// - Parameters:
    ///   - problem: Makes the problem, in the language of the answer.
    ///   - request: The request that is refused.
    /// - Returns: The answer and the problem.
    func refuse(
        _ problem: @autoclosure () -> ProblemDetails,
        of request: Request
    ) -> (response: Response, problem: ProblemDetails) {
        let owner = owner(of: request)
        guard let languages = owner?.languages else {
            let problem = problem()
            return (refuse(problem, of: request, owner), problem)
        }
        var made: ProblemDetails?
        let response = languages.answer(request) {
            let problem = problem()
            made = problem
            return refuse(problem, of: request, owner)
        }
        return (response, made ?? problem())
    }

    private func refuse(
        _ problem: ProblemDetails,
        of request: Request,
        _ owner: Application.Owner?
    ) -> Response {
        let format = (owner?.formats ?? []).forProblem(answering: request)
        let details = ProblemResponse(problem, members: owner?.problemMembers)
        return owner?.compatibility?.response(to: details.details, of: request)
            ?? details.page(owner?.problemView, answering: request, ending: nil)
            ?? details.response(in: format)
    }
}
