// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A signal that wakes the tasks which wait for a change, so that they check their condition again.
final class AsyncSignal: Sendable {
    private struct State {
        var rings = 0
        var last = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// The number of rings so far; a task reads it before it checks whether it must wait.
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
    /// Other tasks may ring between the check and this call, so the caller passes the number of
    /// rings that it read before the check.
    ///
    /// - Parameter rings: The value of ``rings`` from before the check; if it has changed since,
    ///   the function returns at once.
    func wait(after rings: Int) async {
        let number = state.withLock { state in
            state.last &+= 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // A cancelled task must not begin to wait, because nothing would wake it.
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
    /// - Parameter rings: The same value as for ``wait(after:)``.
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
