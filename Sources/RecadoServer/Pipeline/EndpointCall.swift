// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A request on its way through the steps of its endpoint: its current wait and its results so far.
struct EndpointCall: Sendable {
    /// The reasons why a request may have to wait, in the order of the steps.
    enum Wait: Sendable {
        /// Step 5: authenticating the caller.
        case caller
        /// Step 8: checking preconditions.
        case conditions
        /// Step 9: reading content.
        case content
        /// Steps 12 to 14: running the handler.
        case handler
    }

    let context: RequestContext?
    /// The current or latest reason to wait; `nil` at the start.
    private(set) var wait: Wait?
    var caller: (any Caller)?
    var prepared: PreparedCall?
    /// The work of a handler that does not answer at once.
    var work: PendingAnswer.Work?
    var response: Response?

    init(in context: RequestContext?) { self.context = context }

    /// Records that the call must wait.
    ///
    /// - Parameter wait: The reason to wait.
    /// - Returns: False, because there is no response yet.
    mutating func waits(for wait: Wait) -> Bool {
        self.wait = wait
        return false
    }
}

/// The answer of a handler, or the work that produces it.
enum PendingAnswer: Sendable {
    typealias Work = @Sendable () async throws(ProblemDetails) -> Response

    case now(Response)
    case later(Work)
}
