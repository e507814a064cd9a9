// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Decides if a request is passed on to the handler or is one too many; shared by all loops.
///
/// A server that accepts more requests than it can handle answers all of them too late. It is
/// better to answer most in time and to refuse the others at once, which costs next to nothing.
final class Admission: Sendable {
    private let underWay = Atomic<Int>(0)
    private let waiting = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)
    private let limit: Int
    /// The number of waiting requests that are allowed for each one that may be under way.
    private static let waitingForEach = 8
    /// The bytes of content that the waiting requests have read.
    private let waitingBytes = Atomic<Int>(0)
    /// The limit of `waitingBytes`: 64 MiB.
    private static let waitingBytesLimit = 64 << 20
    let shares: RequestShares
    /// The longest time that a request may have waited, in nanoseconds.
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
    ///   - origin: The address that it comes from, if requests are counted by address.
    ///   - arrival: The earliest time at which it can have arrived, in nanoseconds of ``Ticks``.
    /// - Returns: True if there are not too many requests under way, and this one has not waited
    ///   too long.
    func admits(from origin: UInt64?, arrival: Int64) -> Bool {
        reason(toRefuse: origin, waited: Ticks.nanoseconds - arrival) == nil
    }

    /// The answer that refuses a request; `nil` if the request is admitted, or has to be answered
    /// even under load.
    func refusal(of request: Request, from origin: UInt64?, arrival: Int64) -> Response? {
        let waited = Ticks.nanoseconds - arrival
        // A request for the server's health, for example, has to be answered now.
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

    /// The requests that are not answered yet: those whose handlers run, and those that wait for
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
    ///   - origin: The address that it comes from.
    ///   - held: The content that it has read, if it is counted among the waiting requests.
    func leave(from origin: UInt64?, holding held: Int?) {
        shares.leave(from: origin)
        if let held { endWait(holding: held) } else { leave() }
    }

    /// Counts a request among those under way.
    func enter() { underWay.add(1, ordering: .relaxed) }

    private func leave() { underWay.subtract(1, ordering: .relaxed) }

    /// Counts a request that waits for its client as waiting, instead of under way.
    ///
    /// - Parameter bytes: The size of the content that it has read, and may hold.
    /// - Returns: True if it is counted as waiting; each waiting request holds memory, so that
    ///   their number and content are limited, too.
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
        // Clients that are told the same time would come back together.
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
