// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The task that waits for a call on a shared connection.
///
/// The task either gets the outcome of the call, or is told to run the call in the pool instead.
final class SharedCaller<Outcome: Sendable>: Sendable {
    private struct State: Sendable {
        var continuation: CheckedContinuation<Outcome?, Never>?
        var mustStay = false
        /// True if the caller has been resumed, or will be as soon as it is registered.
        var isOver = false
    }

    private let state = Mutex(State())

    /// True if the caller has been resumed.
    var isOver: Bool { state.withLock(\.isOver) }

    /// Registers the caller; if it was already sent to the pool, resumes it and returns `false`.
    func wait(_ continuation: CheckedContinuation<Outcome?, Never>) -> Bool {
        let isOver = state.withLock { state in
            if !state.isOver { state.continuation = continuation }
            return state.isOver
        }
        if isOver { continuation.resume(returning: nil) }
        return !isOver
    }

    /// Makes the caller wait for the outcome even if it is cancelled; returns `false` if it was
    /// already sent to the pool.
    func stay() -> Bool {
        state.withLock { state in
            state.mustStay = !state.isOver
            return state.mustStay
        }
    }

    /// Sends a cancelled caller to the pool, which refuses it; does nothing if the caller must wait
    /// for the outcome.
    func leave() { end(with: nil) { !$0.mustStay } }

    /// Resumes the caller once; `nil` sends it to the pool, where the call starts again.
    func resume(with outcome: Outcome?) { end(with: outcome) { _ in true } }

    private func end(with outcome: Outcome?, if condition: (State) -> Bool) {
        let continuation: CheckedContinuation<Outcome?, Never>? = state.withLock { state in
            guard condition(state) else { return nil }
            defer { (state.continuation, state.isOver) = (nil, true) }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }
}
