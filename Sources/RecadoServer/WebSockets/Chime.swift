// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where tasks wait for something to change, and look again what it was.
final class Chime: Sendable {
    private struct State {
        var last = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Lets all go on who wait.
    func ring() {
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits for the next ring or the cancellation of the task.
    ///
    /// What is waited for has to be looked at on the same actor just before, so that no ring is missed.
    func wait(isolation actor: isolated (any Actor)? = #isolation) async {
        let number = state.withLock { state in
            state.last &+= 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    // A cancelled task must not begin to wait: its cancellation has been and gone.
                    if Task.isCancelled { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isCancelled { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }

    /// Waits for the next ring, whether the task is cancelled or not.
    func waitThrough(isolation actor: isolated (any Actor)? = #isolation) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.last &+= 1
                state.waiters[state.last] = continuation
            }
        }
    }
}
