// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A signal that wakes tasks which wait for a change, so that they check again the thing that
/// changed.
final class AsyncSignal: Sendable {
    private struct State {
        var rings = 0
        var last = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// The number of rings so far, to be read before checking if it is necessary to wait.
    var rings: Int { state.withLock { $0.rings } }

    /// Wakes all waiting tasks.
    func ring() {
        let waiters = state.withLock { state in
            state.rings &+= 1
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits for the next ring or the cancellation of the task.
    ///
    /// A task may be delayed on the way from an actor to this function, and others may ring
    /// meanwhile: so the call states the last ring that it knows.
    ///
    /// - Parameter rings: The value of ``rings`` when waiting was found necessary; if it has
    ///   changed since, the function returns at once.
    func wait(after rings: Int) async {
        let number = state.withLock { state in
            state.last &+= 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // A cancelled task must not begin to wait: nothing would wake it.
                    if Task.isCancelled || state.rings != rings { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }

    /// Waits for the next ring, even if the task is cancelled.
    ///
    /// - Parameter rings: As for ``wait(after:)``.
    func waitThrough(after rings: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.rings != rings { return true }
                state.last &+= 1
                state.waiters[state.last] = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
