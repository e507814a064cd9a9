// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoTransport

/// Everything that is known about a failed call.
struct CallRecord: Sendable {
    var request: Request?
    /// A description of the failure, in one line without secrets.
    var detail: String
    var problem: ProblemDetails?
    /// The decoded error in the service's own type.
    var serviceError: (any Error)?
    /// The reason for the cancellation, if the call was cancelled.
    var cancellation: CancellationReason?
    var status: Status?
    var fields: Fields?
    /// The content of the answer, or as much of it as was read and may be kept.
    var content: [UInt8] = []
    /// True if ``content`` is only a part of the answer's content.
    var isContentTruncated = false
    var attempts: [Attempt] = []
    var duration: Duration = .zero
    var underlying: (any Error)?
    var redirects: [RedirectHop] = []
    var timings: PhaseTimings?
    var traceContext: TraceContext?

    init(_ request: Request?, detail: String = "") {
        self.request = request
        self.detail = detail
    }

    init(_ request: Request, answeredBy response: Response?) {
        self.init(request)
        status = response?.status
        fields = response?.fields
    }

    /// The number of the attempt that failed, from 1.
    var attempt: Int {
        guard let last = attempts.last else { return 1 }
        return last.delay == nil ? last.number : last.number + 1
    }

    /// Adds the attempts that retry middleware has recorded.
    mutating func note(_ attempts: [Attempt]) {
        self.attempts = attempts
        if detail.isEmpty, case .givenUp(let reason)? = attempts.last?.consequence {
            detail = "\(reason)"
        }
    }

    /// Adds the data that the transport and the middleware recorded in the call's trace.
    mutating func note(_ trace: CallTrace) {
        redirects = trace.redirects
        timings = trace.timings
        traceContext = trace.traceContext
    }

    /// Records the reason for the cancellation if the error reports one.
    mutating func noteCancellation(_ error: any Error) {
        let kind = (error as? TransportError)?.kind
        guard error is CancellationError || kind == .cancelled || kind == .released else { return }
        let reason = CancellationToken.current?.reason
        cancellation = reason ?? (kind == .released ? .transportReleased : .task)
        if let reason { detail = reason.description }
    }

    /// Keeps the beginning of the content, up to a limit.
    mutating func keep(_ bytes: [UInt8], upTo limit: Int) {
        isContentTruncated = bytes.count > limit
        content = isContentTruncated ? Array(bytes.prefix(max(limit, 0))) : bytes
    }
}
