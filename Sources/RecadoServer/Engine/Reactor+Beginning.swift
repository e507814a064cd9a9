// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Reactor {
    /// The answer to a request, or the task that will answer it.
    enum Beginning {
        case answered(Response)
        case waiting(RequestTask)
    }

    /// Begins to answer a request, and finishes at once if possible.
    ///
    /// - Parameters:
    ///   - request: The request; `inout` saves a copy.
    ///   - id: The ID of its exchange.
    ///   - origin: The client's address, if requests are counted by address.
    ///   - isKept: True if an answer that is available at once needs no exchange.
    /// - Returns: The answer, if it is available with all of its content and needs no exchange; the
    ///   task otherwise.
    func begin(
        _ request: inout Request,
        _ id: ExchangeID,
        from origin: UInt64?,
        isKept: Bool
    ) -> Beginning {
        var pending: PendingResponse? = answer(&request, origin)
        if isKept, let response = pending.takeWhole() { return .answered(response) }
        let task = RequestTask(id, from: origin, admission, loop)
        guard let pending, let response = task.begin(pending, isLong: request.isLong) else {
            return .waiting(task)
        }
        if isKept { return .answered(response) }
        // The answer is sent as a message, because bytes of the connection are still being parsed.
        loop.leave(response, for: id)
        return .waiting(task)
    }

    /// Returns the answer of the handler to a request, or a refusal.
    ///
    /// - Parameters:
    ///   - request: The request; `inout` saves a copy.
    ///   - origin: The client's address, if requests are counted by address.
    /// - Returns: The answer.
    @inline(never)
    private func answer(_ request: inout Request, _ origin: UInt64?) -> PendingResponse {
        let arrival = arrivals.earliest
        if !admission.admits(from: origin, arrival: arrival) {
            // Ready tasks run first, because those that finish make room.
            loop.runReadyJobs()
            if let refusal = admission.refusal(of: request, from: origin, arrival: arrival) {
                return .now(refusal)
            }
        }
        return handler.handle(request)
    }
}
