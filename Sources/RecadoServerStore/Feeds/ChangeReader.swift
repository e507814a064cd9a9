// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Reads after changes: one reading at a time, with a pause between two of them.
///
/// A change while a reading goes on, or in the pause behind it, has it done once more.
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

    /// Reads now.
    func read() async { await action() }

    /// Takes note of a change.
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

    /// Whether there is a change to read; the task ends where there is none.
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

    /// Ends what goes on.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
