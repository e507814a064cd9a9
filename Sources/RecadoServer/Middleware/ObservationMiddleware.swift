// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Tells the observers of the application of each request: logs, metrics, tracers.
///
/// Middleware outside of it is not part of what is logged and timed.
public struct ObservationMiddleware: Middleware {
    /// Creates the middleware.
    public init() {}

    /// Passes a request on, and takes note of the response.
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
    /// Takes note of an answer by a task; who gives the request up before never comes here.
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
        // Not sent to anybody: what the handler made of its end is no answer of the service.
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
    /// 499, which no RFC has: nginx's word for a client that has gone before it was answered.
    fileprivate static let clientClosedRequest = Status(known: 499)
}

extension Middleware where Self == ObservationMiddleware {
    /// The observers of the application: logs, metrics, tracers.
    public static var observation: ObservationMiddleware { ObservationMiddleware() }
}
