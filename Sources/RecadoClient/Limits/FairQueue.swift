// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

/// A semaphore with a time limit: the task that has waited longest gets the next place that becomes
/// free.
///
/// A place is the permission for one task to proceed.
///
/// 1. A place is free only if no task waits.
/// 2. A task that stops waiting, because it is cancelled or reaches the time limit, holds no place.
/// 3. Each place that is taken is given back once.
final class FairQueue: Sendable {
    private struct State {
        var free: Int
        var waiting: [Promise<Void>] = []
    }

    private let state: Mutex<State>

    init(places: Int) {
        state = Mutex(State(free: max(places, 1)))
    }

    /// The number of tasks that wait for a place.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for a place, up to a time limit.
    func enter(
        within budget: Duration?,
        _ stopwatch: Stopwatch
    ) async throws(TransportError) {
        let promise = state.withLock { state -> Promise<Void>? in
            guard state.free == 0 else {
                state.free -= 1
                return nil
            }
            let promise = Promise<Void>()
            state.waiting.append(promise)
            return promise
        }
        guard let promise else { return }
        switch await promise.outcome(within: budget, stopwatch) {
        case .value: return
        case .cancelled:
            forget(promise)
            throw TransportError(.cancelled, "while waiting in a queue")
        case .late:
            forget(promise)
            throw TransportError(.timedOut(.connecting), "while waiting in a queue")
        }
    }

    /// Gives a place back.
    func leave() {
        state.withLock { state in
            // A task that has already stopped waiting is skipped.
            while let next = state.waiting.first {
                state.waiting.removeFirst()
                if next.fulfil(()) { return }
            }
            state.free += 1
        }
    }

    private func forget(_ promise: Promise<Void>) {
        state.withLock { state in
            state.waiting.removeAll { $0 === promise }
        }
    }
}
