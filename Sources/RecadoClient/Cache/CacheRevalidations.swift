// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The revalidations that run in the background after a stale answer has been used.
///
/// They belong to the cache: they end when it is released, and their number is limited.
final class CacheRevalidations: Sendable {
    /// The most revalidations at once, so that a slow server does not get ever more requests.
    static let limit = 16

    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    deinit {
        for task in state.withLock({ $0.tasks }).values { task.cancel() }
    }

    /// Begins a revalidation; returns false if the limit is reached.
    func begin(_ operation: @escaping @Sendable () async -> Void) -> Bool {
        state.withLock { state in
            guard state.tasks.count < Self.limit else { return false }
            state.count += 1
            let number = state.count
            // Detached, as it is not part of the call that caused it, nor of its trace.
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

    /// Waits for the revalidations that are under way.
    func finish() async {
        for task in state.withLock({ $0.tasks }).values { await task.value }
    }
}
