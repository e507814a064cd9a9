// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// Waiting on a clock, under the timeouts of a transfer.
///
/// It is known in advance which of a pause and a limit ends first, so that two waits at the same
/// time are never needed: a clock that jumps would jump to the later one.
struct Pace: Sendable {
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

    /// Fails if the task has been cancelled, so that nobody waits for the answer any longer.
    static func checkCancellation() throws(TransportError) {
        if Task.isCancelled { throw TransportError(.cancelled) }
    }
}

/// The rest of a transfer's time.
struct TimeLimit: Sendable {
    private let idle: Duration?
    private var total: Duration?

    init(_ timeouts: Timeouts) {
        idle = timeouts.idle
        total = timeouts.total
    }

    /// The longest time that may pass from now on without progress.
    var allowed: Duration? {
        guard let idle, let total else { return idle ?? total }
        return min(idle, total)
    }

    mutating func spend(_ duration: Duration) {
        total = total.map { max($0 - duration, .zero) }
    }
}
