// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A request on its way to the task that answers it.
///
/// A request has many parts to retain; this is passed on as one.
final class Assignment: Sendable {
    let exchange: ExchangeID
    let request: Request
    /// The address that it comes from; `nil` when that is not counted.
    let origin: UInt64?
    /// The earliest time at which it can have come, in nanoseconds of ``Ticks``.
    let arrival: Int64
    /// The answer of its handler; `nil` where the server had too much to do to call it.
    let pending: PendingResponse?

    init(
        exchange: ExchangeID,
        request: Request,
        origin: UInt64?,
        arrival: Int64,
        pending: PendingResponse?
    ) {
        self.exchange = exchange
        self.request = request
        self.origin = origin
        self.arrival = arrival
        self.pending = pending
    }
}

/// A task that has nothing to do, and where it waits.
///
/// The continuation is not a checked one, which would be allocated each time. That it is resumed
/// exactly once follows from its owner, which gives it up when it resumes it.
@safe
struct IdleWorker: Sendable {
    private let continuation: UnsafeContinuation<Bool, Never>

    init(_ continuation: UnsafeContinuation<Bool, Never>) {
        unsafe self.continuation = continuation
    }

    /// Lets the task look for requests again, or end.
    func resume(goingOn: Bool) {
        unsafe continuation.resume(returning: goingOn)
    }
}
