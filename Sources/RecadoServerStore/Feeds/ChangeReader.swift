// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Runs a read after changes, one read at a time, with a pause after each.
///
/// Any number of changes during a read or the pause after it cause one more read.
final class ChangeReader: Sendable {
    private struct State {
        var isDirty = false
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let pause: Duration
    private let action: @Sendable () async -> Void
    private let state = Mutex(State())

    init(_ pause: Duration, _ action: @escaping @Sendable () async -> Void) {
        (self.pause, self.action) = (pause, action)
    }

    deinit { state.withLock { $0.task }?.cancel() }

    /// Runs the read now.
    func read() async { await action() }

    /// Records a change, and starts a task that reads, unless one is running.
    func note() {
        state.withLock { state in
            state.isDirty = true
            guard state.task == nil, !state.isCancelled else { return }
            state.task = Task { [weak self] in
                while let self, self.takeChange() {
                    await self.action()
                    try? await Task.sleep(for: self.pause)
                }
            }
        }
    }

    /// Returns true and clears the mark if a change was noted; otherwise the task's loop ends.
    private func takeChange() -> Bool {
        state.withLock { state in
            guard state.isDirty, !state.isCancelled else {
                state.task = nil
                return false
            }
            state.isDirty = false
            return true
        }
    }

    /// Cancels the task that reads, and starts no further task.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
