// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Reports each request to the observers of the application: logs, metrics and tracers.
///
/// Observers see the request as this middleware receives it, and measure the time from here: they
/// do not see the changes, the answers or the time of middleware outside this one.
public struct ObservationMiddleware: Middleware {
    /// Creates the middleware.
    public init() {}

    /// Passes on a request, and reports the response.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        guard let observers = context.application.observers else { return next(request) }
        let start = Observers.Beginning()
        switch next(request) {
        case .now(let response):
            observers.begin(request)
            observers.end(Observation(start, request, response, context))
            return .now(response)
        case .later(let rest):
            return .later { await observers.observe(rest, request, start, context) }
        }
    }
}

extension Observers {
    /// Reports the start of a task's work and its answer.
    ///
    /// The answer is reported as 499 or 503 if it was not needed any more, and as abandoned if the
    /// server has refused the request in the meantime.
    fileprivate func observe(
        _ rest: PendingResponse.Work,
        _ request: Request,
        _ start: Beginning,
        _ context: RequestContext
    ) async -> Response {
        begin(request)
        let response = await rest()
        switch RequestTask.current?.end {
        case nil: end(Observation(start, request, response, context))
        // Nobody received the response. It may be no more than the handler's reaction to its
        // cancellation, so 499 is reported in place of its status.
        case .disconnected: end(start, request, response, as: .clientClosedRequest, context)
        case .halfClosed where response.status == .serviceUnavailable:
            end(start, request, response, as: .clientClosedRequest, context)
        case .halfClosed: end(Observation(start, request, response, context))
        case .stopped: end(start, request, response, as: .serviceUnavailable, context)
        case .refused: abandon(request)
        }
        return response
    }

    private func end(
        _ start: Beginning,
        _ request: Request,
        _ response: Response,
        as status: Status,
        _ context: RequestContext
    ) {
        var unsent = response
        unsent.status = status
        end(Observation(start, request, unsent, context))
    }
}

extension Status {
    /// The status 499, which nginx uses and no RFC defines: the client left before it was answered.
    fileprivate static let clientClosedRequest = Status(known: 499)
}

extension Middleware where Self == ObservationMiddleware {
    /// The middleware that reports to the application's observers: logs, metrics and tracers.
    public static var observation: ObservationMiddleware { ObservationMiddleware() }
}
