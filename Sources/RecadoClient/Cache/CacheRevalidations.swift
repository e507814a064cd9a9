// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The revalidations of stale answers that run in the background, while calls use the answers.
///
/// Their number is limited, and releasing the cache cancels them.
final class CacheRevalidations: Sendable {
    /// The maximum number at once, so that requests to a slow server do not pile up.
    static let limit = 16

    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    deinit {
        for task in state.withLock({ $0.tasks }).values { task.cancel() }
    }

    /// Starts a revalidation; returns false if the limit is reached.
    func begin(_ operation: @escaping @Sendable () async -> Void) -> Bool {
        state.withLock { state in
            guard state.tasks.count < Self.limit else { return false }
            state.count += 1
            let number = state.count
            // The task is detached because it belongs neither to the call that caused it nor to the
            // trace of that call.
            state.tasks[number] = Task.detached { [weak self] in
                await operation()
                self?.end(number)
            }
            return true
        }
    }

    private func end(_ number: Int) {
        state.withLock { $0.tasks[number] = nil }
    }

    /// Waits for the revalidations that are running.
    func finish() async {
        for task in state.withLock({ $0.tasks }).values { await task.value }
    }
}
