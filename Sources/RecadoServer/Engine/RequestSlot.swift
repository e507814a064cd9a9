// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// The place that a request takes among those under way, held by the task that answers it.
///
/// A task answers one request after another, and has one slot for all of them. While a request waits
/// for its client it needs neither a processor nor a database, and gives its place to others.
final class RequestSlot: Sendable {
    /// The reasons why nobody waits for an answer.
    enum End: Sendable {
        /// The client has gone.
        case disconnected
        /// The client sends nothing more, and may still be there.
        case halfClosed
        /// The server has refused the request in the handler's stead, and has noted it.
        case refused
        /// The server has closed the connection, for it stops or needs the memory.
        case stopped
    }

    /// The slot of the task that answers a request, and of its child tasks.
    @TaskLocal static var current: RequestSlot?

    private struct State {
        var isTaken = false
        /// The address whose share it is part of.
        var origin: UInt64?
        /// Which of the task's requests has it.
        var number = 0
        /// The waits that are under way, of child tasks too.
        var waits = 0
        /// The content that was read when the first of them began.
        var bytes = 0
        /// The reason why nobody waits for the answer; it is the task's last one then.
        var end: End?
    }

    private let admission: Admission
    private let state = Mutex(State())

    init(_ admission: Admission) {
        self.admission = admission
    }

    /// Takes the slot for a request whose handler is about to be called.
    ///
    /// - Returns: The answer, if the handler is not to be called; the slot stays free then.
    func admit(_ assignment: Assignment) -> Response? {
        if let refusal = admission.admit(assignment) { return refusal }
        take(from: assignment.origin)
        return nil
    }

    /// Takes the slot for a request that was carried out before it got a task: to refuse it is too late.
    func enter(_ assignment: Assignment) {
        admission.enter()
        _ = admission.shares.enter(from: assignment.origin)
        take(from: assignment.origin)
    }

    private func take(from origin: UInt64?) {
        state.withLock { state in
            state.isTaken = true
            state.origin = origin
            state.number += 1
            state.waits = 0
        }
    }

    /// Frees the slot, for the handler has returned.
    func leave() {
        let (held, origin): (Int?, UInt64?) = state.withLock { state in
            defer { state.isTaken = false }
            return (state.waits == 0 ? nil : state.bytes, state.origin)
        }
        admission.shares.leave(from: origin)
        if let held { admission.endWait(holding: held) } else { admission.leave() }
    }

    // MARK: - Giving up

    /// The reason why nobody waits for the answer that the task is at.
    var end: End? { state.withLock { $0.end } }

    /// Notes that nobody waits for the answer.
    func giveUp(_ reason: End) { state.withLock { $0.end = reason } }

    /// Notes that the client sends nothing more, unless more than that is known.
    func noteHalfClosed() { state.withLock { $0.end = $0.end ?? .halfClosed } }

    // MARK: - Waiting

    /// Gives the place to others until ``resume(_:)``.
    ///
    /// - Parameter bytes: The content that its request has read, and may hold.
    /// - Returns: What to resume; `nil` when the slot is free, or too many requests wait or hold too much.
    func pause(holding bytes: Int) -> Int? {
        state.withLock { state in
            guard state.isTaken else { return nil }
            if state.waits == 0 {
                guard admission.beginWait(holding: bytes) else { return nil }
                state.bytes = bytes
            }
            state.waits += 1
            return state.number
        }
    }

    /// Takes the place again.
    ///
    /// - Parameter number: What ``pause(holding:)`` returned; nothing happens after its request has ended.
    func resume(_ number: Int) {
        state.withLock { state in
            guard state.isTaken, state.number == number else { return }
            state.waits -= 1
            guard state.waits == 0 else { return }
            admission.endWait(holding: state.bytes)
            admission.enter()
        }
    }
}

extension Server {
    /// Waits for something that is not work of this machine, such as a timer, without counting for
    /// ``ServerConfiguration/Limits/requests`` meanwhile.
    ///
    /// A request gives its place to others while the body runs, and takes it again afterwards,
    /// whether there is room or not: it was admitted once. Waiting for the request's own content does
    /// so by itself. Up to eight times ``ServerConfiguration/Limits/requests`` may wait, with 64 MiB of
    /// content that they have read; more keep their places. Outside a handler the body is just run; a task that
    /// outlives its handler must not call this, for it would give away the place of a later request.
    ///
    /// It is for handlers, and for child tasks that they wait for. A task of its own that outlives its handler, as by
    /// `Task { … }`, must not call it: the place that it gives away is that of a later request by then.
    ///
    /// Waiting for a database is no such wait: the limit is there to keep others from queueing up.
    ///
    /// - Parameter body: Waits.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    public static func withoutRequestSlot<Result, Failure: Error>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await withoutRequestSlot(holding: 0, body)
    }

    /// Waits so, while a request holds content that it has read.
    static func withoutRequestSlot<Result, Failure: Error>(
        holding bytes: Int,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        guard let slot = RequestSlot.current, let number = slot.pause(holding: bytes) else {
            return try await body()
        }
        defer { slot.resume(number) }
        return try await body()
    }
}
