// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets one call at a time revalidate an answer, while others wait for the result.
final class CacheFlights: Sendable {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State {
        /// The calls that wait for a revalidation, by its key; an empty list if there are none.
        var waiters: [String: [Int: Waiter]] = [:]
        var tickets = 0
    }

    private let state = Mutex(State())

    /// Begins a revalidation, unless another one of the same answer is under way.
    func begin(_ key: String) -> Bool {
        state.withLock { state in
            guard state.waiters[key] == nil else { return false }
            state.waiters[key] = [:]
            return true
        }
    }

    /// Ends a revalidation and resumes the calls that wait for it.
    func end(_ key: String) {
        let waiters = state.withLock { $0.waiters.removeValue(forKey: key) }
        for waiter in (waiters ?? [:]).values { waiter.resume() }
    }

    /// Waits for the end of the revalidation or the cancellation of the current task.
    func wait(for key: String) async {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    // If the task was cancelled before, its handler has already run and would not
                    // resume it.
                    guard state.waiters[key] != nil, !Task.isCancelled else { return true }
                    state.waiters[key]?[ticket] = waiter
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters[key]?.removeValue(forKey: ticket) }?.resume()
        }
    }
}
