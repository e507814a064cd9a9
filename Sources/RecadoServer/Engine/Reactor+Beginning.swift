// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Reactor {
    /// The answer to a request that was begun, or the task that has still to give the answer.
    enum Beginning {
        case answered(Response)
        case waiting(RequestTask)
    }

    /// Begins to answer a request, and finishes if that is possible at once.
    ///
    /// - Parameters:
    ///   - request: The request; `inout` saves a copy.
    ///   - id: The ID of its exchange.
    ///   - origin: The address that it comes from, if requests are counted by address.
    ///   - isKept: True if an answer that is there at once needs no exchange.
    /// - Returns: The answer, if it is there with all of its content and needs no exchange; the
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
        // The answer is sent as a message, for bytes of the connection are still being read.
        loop.leave(response, for: id)
        return .waiting(task)
    }

    /// The answer of the handler to a request, or of the server in its stead.
    ///
    /// - Parameters:
    ///   - request: The request; `inout` saves a copy.
    ///   - origin: The address that it comes from, if requests are counted by address.
    /// - Returns: The answer.
    @inline(never)
    private func answer(_ request: inout Request, _ origin: UInt64?) -> PendingResponse {
        let arrival = arrivals.earliest
        if !admission.admits(from: origin, arrival: arrival) {
            // Tasks that are about to end make room.
            loop.runReadyJobs()
            if let refusal = admission.refusal(of: request, from: origin, arrival: arrival) {
                return .now(refusal)
            }
        }
        return handler.handle(request)
    }
}
