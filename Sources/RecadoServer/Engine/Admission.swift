// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Decides whether a request is passed to its handler or refused under load; shared by all loops.
///
/// A server that accepts more requests than it can handle answers all of them too late. Refusing
/// the excess requests immediately costs next to nothing, so the other requests are answered in
/// time.
final class Admission: Sendable {
    private let underWay = Atomic<Int>(0)
    private let waiting = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)
    private let limit: Int
    /// The limit on waiting requests, as a multiple of the limit on requests under way.
    private static let waitingForEach = 8
    /// The number of content bytes that the waiting requests hold.
    private let waitingBytes = Atomic<Int>(0)
    /// The limit of `waitingBytes`: 64 MiB.
    private static let waitingBytesLimit = 64 << 20
    let shares: RequestShares
    /// The longest time in nanoseconds that a request may have waited before it was read.
    private let longestWait: Int64
    private let observer: any ServerObserver

    init(_ limits: ServerConfiguration.Limits, _ observer: any ServerObserver) {
        self.observer = observer
        limit = max(1, limits.requests)
        shares = RequestShares(limit: limits.requestsPerAddress ?? limits.requests / 4)
        longestWait = max(1, Ticks.nanoseconds(in: limits.waiting))
    }

    /// Returns true if a request may be passed on to the handler.
    ///
    /// - Parameters:
    ///   - origin: The client's address, if requests are counted by address.
    ///   - arrival: The earliest time at which the request can have arrived, in nanoseconds on the
    ///     clock of ``Ticks``.
    /// - Returns: True if there are not too many requests under way, and this one has not waited
    ///   too long.
    func admits(from origin: UInt64?, arrival: Int64) -> Bool {
        reason(toRefuse: origin, waited: Ticks.nanoseconds - arrival) == nil
    }

    /// Returns the answer that refuses a request; `nil` if the request is admitted, or must be
    /// answered even under load.
    func refusal(of request: Request, from origin: UInt64?, arrival: Int64) -> Response? {
        let waited = Ticks.nanoseconds - arrival
        // Some requests, for example health checks, must be answered even under load.
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

    /// The number of unanswered requests: requests whose handlers run, and requests that wait for
    /// their clients.
    var count: Int { underWay.load(ordering: .relaxed) + waiting.load(ordering: .relaxed) }

    /// Counts a request whose handler does not answer at once.
    func enter(from origin: UInt64?) {
        enter()
        shares.enter(from: origin)
    }

    /// Stops counting a request whose handler has returned.
    ///
    /// - Parameters:
    ///   - origin: The client's address, if requests are counted by address.
    ///   - held: The number of content bytes that the request holds, if it is counted as waiting.
    func leave(from origin: UInt64?, holding held: Int?) {
        shares.leave(from: origin)
        if let held { endWait(holding: held) } else { leave() }
    }

    /// Counts a request as under way.
    func enter() { underWay.add(1, ordering: .relaxed) }

    private func leave() { underWay.subtract(1, ordering: .relaxed) }

    /// Stops counting a request as under way, and counts it as waiting for its client.
    ///
    /// - Parameter bytes: The number of content bytes that the request has read and may still hold.
    /// - Returns: True if the request is now counted as waiting; false if the waiting requests are
    ///   too many or hold too much content.
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

    /// Stops counting a request as waiting.
    func endWait(holding bytes: Int) {
        waiting.subtract(1, ordering: .relaxed)
        waitingBytes.subtract(bytes, ordering: .relaxed)
    }

    private func refuse(_ request: Request, waited: Int64, _ reason: String) -> Response {
        let number = refused.add(1, ordering: .relaxed).newValue
        // The times differ, because clients that are given the same time would all retry at the
        // same time.
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
