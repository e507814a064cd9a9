// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A request on its way to the task of its connection.
///
/// It has many parts to retain: it is moved from hand to hand and not copied.
struct Assignment: Sendable {
    let exchange: ExchangeID
    let request: Request
    /// The earliest time at which it can have come, in nanoseconds of ``Ticks``.
    let arrival: Int64
}

/// A task that has answered requests and waits for another one.
///
/// In HTTP/1.1 a connection keeps its own task. In HTTP/2, where requests end in any order, those of
/// a loop wait together.
struct IdleWorker: Sendable {
    let task: Task<Void, Never>
    let waiter: AssignmentWaiter
}

/// Where the task of a connection waits for its next request.
///
/// The continuation is not a checked one, which would be allocated for each request. That it is
/// resumed exactly once follows from its owners: it stands in one message, then in one connection,
/// and each of them gives it up when it resumes it.
@safe
struct AssignmentWaiter: Sendable {
    private let continuation: UnsafeContinuation<Assignment?, Never>

    init(_ continuation: UnsafeContinuation<Assignment?, Never>) {
        unsafe self.continuation = continuation
    }

    /// Lets the task go on with a request, or end without one.
    func resume(returning assignment: consuming Assignment?) {
        unsafe continuation.resume(returning: assignment)
    }
}
