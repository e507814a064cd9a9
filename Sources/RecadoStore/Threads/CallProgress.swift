// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The progress of one call, and the caller that waits for its result.
///
/// ```
///              ┌─ waitAgain ─┐
///              ▼             │
/// new ──▶ waiting ──▶ running ──▶ answered
///   └────────┴── cancelled ──────────┘
/// ```
///
/// `CallProgress` does not depend on the types of a call's result and error, so the same compiled
/// code serves all calls.
struct CallProgress: ~Copyable, Sendable {
    /// The suspended caller, which is resumed with `nil` if there is a result, and otherwise with
    /// an error.
    typealias Caller = CheckedContinuation<StoreError?, Never>

    // This type is not private, because the compiler (6.3) could then not emit the module of a
    // class in another file that has a `CallProgress` property.
    struct State: Sendable {
        var caller: Caller?
        var refusal: StoreError?
        var isRunning = false
        var turns = 1
        var isCancelled = false
        var brake: (any StoreBrake)?
    }

    private let state = Mutex(State())

    /// Registers the caller; if the call was already cancelled, resumes the caller and returns
    /// `false`.
    func wait(_ caller: Caller) -> Bool {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.caller = caller }
            return state.isCancelled
        }
        if isCancelled { caller.resume(returning: .cancellation) }
        return !isCancelled
    }

    /// Ends the wait of a caller whose call has not begun, or interrupts the running call.
    func cancel() {
        let caller: Caller? = state.withLock { state in
            state.isCancelled = true
            state.brake?.fire()
            return state.isRunning ? nil : state.caller.take()
        }
        caller?.resume(returning: .cancellation)
    }

    func begin() -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            state.isRunning = true
            return true
        }
    }

    var isCancelled: Bool { state.withLock(\.isCancelled) }

    func waitAgain() -> Bool {
        state.withLock { state in
            guard !state.isCancelled, state.turns < 3 else { return false }
            state.turns += 1
            state.isRunning = false
            return true
        }
    }

    func answer() {
        let (caller, refusal) = state.withLock { ($0.caller.take(), $0.refusal) }
        caller?.resume(returning: refusal)
    }

    func abandon(_ error: StoreError) {
        // If the call is still running, it continues without a caller, and is not run again.
        state.withLock { ($0.refusal, $0.isCancelled) = (error, true) }
        answer()
    }

    func interrupt(with brake: (any StoreBrake)?) {
        state.withLock { state in
            state.brake = brake
            if state.isCancelled { brake?.fire() }
        }
    }
}

extension StoreError {
    /// The error of a task that was cancelled.
    package static var cancellation: StoreError {
        StoreError(.cancelled, "the task was cancelled")
    }
}
