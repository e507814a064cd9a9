// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A handler that answers every request in a task.
protocol WaitingHandler: EndpointHandler {
    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - match: The match of its path with a route.
    ///   - context: The context of the request; `nil` if the answer only serves to check
    ///     preconditions.
    /// - Returns: The response.
    func answer(
        _ request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) async -> Response
}

extension WaitingHandler {
    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse {
        .later { await answer(request, match, in: context) }
    }
}
