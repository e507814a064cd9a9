// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Decides whether a request is passed on to the handler or is one too many; shared by all loops.
///
/// A server that takes more than it can do answers everybody too late. It is better to answer most of
/// them in time and to tell the others at once, which costs next to nothing.
final class Admission: Sendable {
    private let underWay = Atomic<Int>(0)
    private let waiting = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)
    private let limit: Int
    /// The requests that may wait for each that may be under way.
    private static let waitingForEach = 8
    /// The content that those have read which wait.
    private let waitingBytes = Atomic<Int>(0)
    /// The most of it: 64 MiB.
    private static let waitingBytesLimit = 64 << 20
    let shares: RequestShares
    /// In nanoseconds.
    private let longestWait: Int64
    private let observer: any ServerObserver

    init(_ limits: ServerConfiguration.Limits, _ observer: any ServerObserver) {
        self.observer = observer
        limit = max(1, limits.requests)
        shares = RequestShares(limit: limits.requestsPerAddress ?? limits.requests / 4)
        longestWait = max(1, Ticks.nanoseconds(in: limits.waiting))
    }

    /// Counts a request whose handler is about to be called.
    ///
    /// - Parameter assignment: The request.
    /// - Returns: The answer, if the handler is not to be called; the request is not counted then.
    func admit(_ assignment: Assignment) -> Response? {
        let count = underWay.add(1, ordering: .relaxed).newValue
        let hasShare = shares.enter(from: assignment.origin)
        let waited = Ticks.nanoseconds - assignment.arrival
        if count <= limit, hasShare, waited <= longestWait { return nil }
        // Whoever asks how the server is needs to know now.
        if observer.isVital(assignment.request) { return nil }
        leave()
        shares.leave(from: assignment.origin)
        let reason =
            if !hasShare {
                "there are too many requests of this address under way"
            } else if count > limit {
                "there are too many requests under way"
            } else {
                "the request has waited too long"
            }
        return refuse(assignment, waited: waited, reason)
    }

    /// Tells if the handler may be called before a request gets a task; the others are for `admit` to judge.
    ///
    /// - Parameters:
    ///   - arrival: The earliest time at which it can have come, in nanoseconds of ``Ticks``.
    ///   - origin: The address that it comes from, where that is counted.
    /// - Returns: Whether there are not too many requests under way, and it has not waited too long.
    func admitsImmediately(arrival: Int64, _ origin: UInt64?) -> Bool {
        underWay.load(ordering: .relaxed) < limit && Ticks.nanoseconds - arrival <= longestWait
            && shares.hasRoom(for: origin)
    }

    /// Counts a request that was carried out before it got a task: to refuse it would be too late.
    func enter() { underWay.add(1, ordering: .relaxed) }

    /// Counts a request no longer, for its handler has returned.
    func leave() { underWay.subtract(1, ordering: .relaxed) }

    /// Counts a request that waits for its client among those instead.
    ///
    /// - Parameter bytes: The content that it has read, and may hold.
    /// - Returns: Whether it is; each of them holds memory, so that their number and content are limited, too.
    func beginWait(holding bytes: Int) -> Bool {
        let count = waiting.add(1, ordering: .relaxed).newValue
        let held = waitingBytes.add(bytes, ordering: .relaxed).newValue
        guard count / Self.waitingForEach <= limit, held <= Self.waitingBytesLimit else {
            endWait(holding: bytes)
            return false
        }
        leave()
        return true
    }

    /// Counts a request no longer that waited.
    func endWait(holding bytes: Int) {
        waiting.subtract(1, ordering: .relaxed)
        waitingBytes.subtract(bytes, ordering: .relaxed)
    }

    private func refuse(
        _ assignment: Assignment,
        waited: Int64,
        _ reason: String
    ) -> Response {
        let number = refused.add(1, ordering: .relaxed).newValue
        // Those who are told the same time come back together.
        let refusal = Refusal(.serviceUnavailable, reason, retryAfter: 1 + (number - 1) % 4)
        let refused = RefusedRequest(
            refusal,
            from: assignment.request.peer,
            request: assignment.request,
            waited: .nanoseconds(max(0, waited))
        )
        observer.note(refused)
        return refused.answer(by: observer)
    }
}
