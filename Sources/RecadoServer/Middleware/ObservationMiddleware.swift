// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Reports each request to the observers of the application: logs, metrics, tracers.
///
/// Middleware outside it is not part of the logged and timed request.
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
    /// Reports the beginning of a task's work, and its answer: as 499 or 503 if nobody waited for
    /// it any more, as abandoned if the server has refused the request meanwhile.
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
        // The response was sent to nobody: a handler's reaction to its cancellation is not an
        // answer of the service.
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
    /// 499, which is in no RFC: nginx's status for a client that has gone before it was answered.
    fileprivate static let clientClosedRequest = Status(known: 499)
}

extension Middleware where Self == ObservationMiddleware {
    /// The observers of the application: logs, metrics, tracers.
    public static var observation: ObservationMiddleware { ObservationMiddleware() }
}
