// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An event that happens once and that tasks can wait for.
package final class Event: Sendable {
    private struct State {
        var hasHappened = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Creates an event that has not happened.
    package init() {}

    /// True if the event has happened.
    package var hasHappened: Bool { state.withLock { $0.hasHappened } }

    /// Marks the event as happened, and resumes all waiting tasks.
    package func happen() {
        let waiters = state.withLock { state in
            state.hasHappened = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the event happens; returns at once if it has happened.
    package func wait() async {
        await withCheckedContinuation { continuation in
            let hasHappened = state.withLock { state in
                if !state.hasHappened { state.waiters.append(continuation) }
                return state.hasHappened
            }
            if hasHappened { continuation.resume() }
        }
    }

    /// Runs an operation, and marks the event as happened when it ends, even by an error.
    @discardableResult
    package func after<Value>(_ operation: () async throws -> Value) async rethrows -> Value {
        defer { happen() }
        return try await operation()
    }
}
