// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoTransport

/// The known facts about a failed call.
struct CallRecord: Sendable {
    var request: Request?
    /// The failure, in one line without secrets.
    var detail: String
    var problem: ProblemDetails?
    /// The error in the service's own model.
    var serviceError: (any Error)?
    /// The reason for the cancellation, if the call was cancelled.
    var cancellation: CancellationReason?
    var status: Status?
    var fields: Fields?
    /// The content, as far as it was read and may be kept.
    var content: [UInt8] = []
    /// True if ``content`` is not all of it.
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

    /// Records the attempts that middleware has logged.
    mutating func note(_ attempts: [Attempt]) {
        self.attempts = attempts
        if detail.isEmpty, case .givenUp(let refusal)? = attempts.last?.consequence {
            detail = "\(refusal)"
        }
    }

    /// Records the data that the transport and the middleware have noted about the call.
    mutating func note(_ trace: CallTrace) {
        redirects = trace.redirects
        timings = trace.timings
        traceContext = trace.traceContext
    }

    /// Records the reason if the call was cancelled.
    mutating func noteCancellation(_ error: any Error) {
        let kind = (error as? TransportError)?.kind
        guard error is CancellationError || kind == .cancelled || kind == .released else { return }
        let reason = CancellationToken.current?.reason
        cancellation = reason ?? (kind == .released ? .transportReleased : .task)
        if let reason { detail = reason.description }
    }

    /// Keeps content up to a limit.
    mutating func keep(_ bytes: [UInt8], upTo limit: Int) {
        isContentTruncated = bytes.count > limit
        content = isContentTruncated ? Array(bytes.prefix(max(limit, 0))) : bytes
    }
}
