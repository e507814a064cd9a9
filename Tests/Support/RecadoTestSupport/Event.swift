// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Something that happens once, and can be waited for.
package final class Event: Sendable {
    private struct State {
        var hasHappened = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Creates an event that has not happened.
    package init() {}

    /// Whether it has happened.
    package var hasHappened: Bool { state.withLock { $0.hasHappened } }

    /// Lets those go on who wait.
    package func happen() {
        let waiters = state.withLock { state in
            state.hasHappened = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until it happens, or has happened.
    package func wait() async {
        await withCheckedContinuation { continuation in
            let hasHappened = state.withLock { state in
                if !state.hasHappened { state.waiters.append(continuation) }
                return state.hasHappened
            }
            if hasHappened { continuation.resume() }
        }
    }

    /// Happens when an operation is over, however it ends.
    @discardableResult
    package func after<Value>(_ operation: () async throws -> Value) async rethrows -> Value {
        defer { happen() }
        return try await operation()
    }
}
