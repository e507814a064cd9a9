// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets one call at a time revalidate an answer, while other calls wait for the result.
final class CacheFlights: Sendable {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State {
        /// The waiting calls, by the key of the revalidation; the list is empty if no call waits.
        var waiters: [String: [Int: Waiter]] = [:]
        var tickets = 0
    }

    private let state = Mutex(State())

    /// Begins a revalidation; returns false if the same answer is already being revalidated.
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

    /// Waits until the revalidation ends or the current task is cancelled.
    func wait(for key: String) async {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    // If the task is already cancelled, the cancellation handler has already run,
                    // before there was a waiter to resume.
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
