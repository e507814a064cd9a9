// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCompression
import RecadoHTTP

/// How far a request has come on its way through the steps of its endpoint.
struct EndpointCall: Sendable {
    /// What a request may have to wait for, in the order of the steps.
    enum Wait: Sendable {
        /// 4
        case quota
        /// 5
        case caller
        /// 8
        case conditions
        /// 9
        case content
        /// 12 to 14
        case handler
        /// 15
        case compression
    }

    let context: RequestContext?
    /// What it waits for, or has waited for last; nothing at the beginning.
    private(set) var wait: Wait?
    /// What the client is told of its quota.
    var standing: Fields?
    var caller: (any Caller)?
    var prepared: PreparedCall?
    /// What the handler's answer is waited for with.
    var work: PendingAnswer.Work?
    var response: Response?
    /// What the response is compressed with.
    var coding: ContentCoding?

    init(in context: RequestContext?) { self.context = context }

    /// Notes that it cannot go on.
    ///
    /// - Parameter wait: What it has to wait for.
    /// - Returns: False, for the response is not there.
    mutating func waits(for wait: Wait) -> Bool {
        self.wait = wait
        return false
    }
}

/// What a handler has answered, or what waits for its answer.
enum PendingAnswer: Sendable {
    typealias Work = @Sendable () async throws(ProblemDetails) -> Response

    case now(Response)
    case later(Work)
}
