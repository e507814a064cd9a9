// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A signal that wakes tasks which wait for a change, so that they look again at the thing that
/// changed.
final class AsyncSignal: Sendable {
    private struct State {
        var rings = 0
        var last = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// The number of rings so far, to be read before looking whether there is anything to wait for.
    var rings: Int { state.withLock { $0.rings } }

    /// Lets all go on who wait.
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
    /// On the way from an actor to where it waits a task may have to wait for its turn, and others
    /// ring meanwhile: so the call says which ring it has heard.
    ///
    /// - Parameter rings: The value of ``rings`` when there was reason to wait; nothing is waited
    ///   for after another.
    func wait(after rings: Int) async {
        let number = state.withLock { state in
            state.last &+= 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // A cancelled task must not begin to wait: its cancellation has been and gone.
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

    /// Waits for the next ring, whether the task is cancelled or not.
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
