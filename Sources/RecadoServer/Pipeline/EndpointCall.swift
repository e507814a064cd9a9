// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A request on its way through the steps of its endpoint: what it waits for,
/// and what was found out so far.
struct EndpointCall: Sendable {
    /// The things that a request may have to wait for, in the order of the steps.
    enum Wait: Sendable {
        /// 5
        case caller
        /// 8
        case conditions
        /// 9
        case content
        /// 12 to 14
        case handler
    }

    let context: RequestContext?
    /// The thing that it waits for, or has waited for last; nothing at the beginning.
    private(set) var wait: Wait?
    var caller: (any Caller)?
    var prepared: PreparedCall?
    /// The work of a handler that has to be waited for.
    var work: PendingAnswer.Work?
    var response: Response?

    init(in context: RequestContext?) { self.context = context }

    /// Notes that it cannot go on.
    ///
    /// - Parameter wait: The thing that it has to wait for.
    /// - Returns: False, for the response is not there.
    mutating func waits(for wait: Wait) -> Bool {
        self.wait = wait
        return false
    }
}

/// The answer of a handler, or the work that leads to it.
enum PendingAnswer: Sendable {
    typealias Work = @Sendable () async throws(ProblemDetails) -> Response

    case now(Response)
    case later(Work)
}
