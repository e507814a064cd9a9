// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The revalidations that go on while a stale answer is being used.
///
/// They belong to the cache: they end when it is released, and there are never many of them.
final class CacheRevalidations: Sendable {
    /// The most at once: a server that is slow shall not be asked more and more.
    static let limit = 16

    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    deinit {
        for task in state.withLock({ $0.tasks }).values { task.cancel() }
    }

    /// Begins one; returns whether there was room for it.
    func begin(_ operation: @escaping @Sendable () async -> Void) -> Bool {
        state.withLock { state in
            guard state.tasks.count < Self.limit else { return false }
            state.count += 1
            let number = state.count
            // Detached: it is no part of the call that caused it, nor of its trace.
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

    /// Waits for those that are under way.
    func finish() async {
        for task in state.withLock({ $0.tasks }).values { await task.value }
    }
}
