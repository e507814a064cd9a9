// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Decides whether a request is passed on to the handler or is one too many; shared by all loops.
///
/// A server that takes more than it can do answers everybody too late. It is better to answer most
/// of them in time and to tell the others at once, which costs next to nothing.
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

    /// Tells if a request may be passed on to the handler.
    ///
    /// - Parameters:
    ///   - origin: The address that it comes from, where that is counted.
    ///   - arrival: The earliest time at which it can have come, in nanoseconds of ``Ticks``.
    /// - Returns: True if there are not too many under way, and it has not waited too long.
    func admits(from origin: UInt64?, arrival: Int64) -> Bool {
        reason(toRefuse: origin, waited: Ticks.nanoseconds - arrival) == nil
    }

    /// The answer to a request that is not admitted; `nil` if it is, or has
    /// to be answered all the same.
    func refusal(of request: Request, from origin: UInt64?, arrival: Int64) -> Response? {
        let waited = Ticks.nanoseconds - arrival
        // Whoever asks how the server is needs to know now.
        guard let reason = reason(toRefuse: origin, waited: waited),
            !observer.bypassesLoadShedding(request)
        else { return nil }
        return refuse(request, waited: waited, reason)
    }

    private func reason(toRefuse origin: UInt64?, waited: Int64) -> String? {
        if !shares.hasRoom(for: origin) {
            return "there are too many requests of this address under way"
        }
        if underWay.load(ordering: .relaxed) >= limit {
            return "there are too many requests under way"
        }
        return waited <= longestWait ? nil : "the request has waited too long"
    }

    /// The requests that are not answered yet: those whose handler runs, and
    /// those that wait for their client.
    var count: Int { underWay.load(ordering: .relaxed) + waiting.load(ordering: .relaxed) }

    /// Counts a request whose handler has to be waited for.
    func enter(from origin: UInt64?) {
        enter()
        shares.enter(from: origin)
    }

    /// Counts a request no longer, for its handler has returned.
    ///
    /// - Parameters:
    ///   - origin: The address that it comes from.
    ///   - held: The content that it has read, if it is counted among those that wait.
    func leave(from origin: UInt64?, holding held: Int?) {
        shares.leave(from: origin)
        if let held { endWait(holding: held) } else { leave() }
    }

    /// Counts a request among those under way.
    func enter() { underWay.add(1, ordering: .relaxed) }

    private func leave() { underWay.subtract(1, ordering: .relaxed) }

    /// Counts a request that waits for its client among those instead.
    ///
    /// - Parameter bytes: The content that it has read, and may hold.
    /// - Returns: Whether it is; each of them holds memory, so that their number
    ///   and content are limited, too.
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

    private func refuse(_ request: Request, waited: Int64, _ reason: String) -> Response {
        let number = refused.add(1, ordering: .relaxed).newValue
        // Those who are told the same time come back together.
        let refusal = RequestError(.serviceUnavailable, reason, retryAfter: 1 + (number - 1) % 4)
        let refused = RefusedRequest(
            refusal,
            from: request.peer,
            request: request,
            waited: .nanoseconds(max(0, waited))
        )
        observer.note(refused)
        return refused.answer(by: observer)
    }
}
