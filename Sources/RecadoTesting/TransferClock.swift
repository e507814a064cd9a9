// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// Waits on a clock within the timeouts of a transfer.
///
/// Each wait is one sleep, for the pause or for the time limit, whichever is shorter. Two
/// simultaneous sleeps would fail with a ``VirtualClock`` that jumps, because the clock would jump
/// to the later deadline.
struct TransferClock: Sendable {
    private let stopwatch: Stopwatch

    init(_ clock: any Clock<Duration>) {
        stopwatch = Stopwatch(clock)
    }

    /// Waits, or fails if a limit is reached first.
    func wait(
        _ delay: Duration,
        within limit: inout TimeLimit,
        _ phase: TransportError.Phase
    ) async throws(TransportError) {
        guard delay > .zero else { return }
        let allowed = limit.allowed
        do {
            try await stopwatch.sleep(for: allowed.map { min($0, delay) } ?? delay)
        } catch {
            throw TransportError(.cancelled)
        }
        if let allowed, allowed < delay { throw TransportError(.timedOut(phase), "in \(allowed)") }
        limit.spend(delay)
    }

    /// Throws an error if the task has been cancelled: nobody waits for the answer any longer.
    static func checkCancellation() throws(TransportError) {
        if Task.isCancelled { throw TransportError(.cancelled) }
    }
}

/// The time that a transfer has left under its timeouts.
struct TimeLimit: Sendable {
    private let idle: Duration?
    private var total: Duration?

    init(_ timeouts: Timeouts) {
        idle = timeouts.idle
        total = timeouts.total
    }

    /// The longest time that may pass without progress; `nil` if there is no limit.
    var allowed: Duration? {
        guard let idle, let total else { return idle ?? total }
        return min(idle, total)
    }

    mutating func spend(_ duration: Duration) {
        total = total.map { max($0 - duration, .zero) }
    }
}
