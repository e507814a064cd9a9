// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A call and the caller that waits for it.
///
/// ```
///              ┌─ waitAgain ─┐
///              ▼             │
/// new ──▶ waiting ──▶ running ──▶ answered
///   └────────┴── cancelled ──────────┘
/// ```
package final class StoreCall<Engine: StoreEngine, Value: Sendable, Failure: Error>: PendingCall {
    package typealias Outcome = Result<Value, TransactionError<Failure>>
    package typealias Body =
        @Sendable (Engine.Session) throws(TransactionError<Failure>) -> Value

    private struct State: Sendable {
        var caller: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
        var isRunning = false
        var turns = 1
        var isCancelled = false
        var brake: Engine.Brake?
    }

    package let kind: Engine.Kind
    private let body: Body
    private let state = Mutex(State())

    /// Creates a call that nobody waits for yet.
    package init(_ kind: Engine.Kind, _ body: @escaping Body) {
        self.kind = kind
        self.body = body
    }

    private static var cancellation: StoreError {
        StoreError(.cancelled, "the task was cancelled")
    }

    /// Takes the caller in; `false` when it was cancelled already, and has been told so.
    package func wait(_ caller: CheckedContinuation<Outcome, Never>) -> Bool {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.caller = caller }
            return state.isCancelled
        }
        if isCancelled { caller.resume(returning: .failure(.store(Self.cancellation))) }
        return !isCancelled
    }

    /// Ends the wait of a caller whose turn has not come, or interrupts what runs.
    package func cancel() {
        let caller: CheckedContinuation<Outcome, Never>? = state.withLock { state in
            state.isCancelled = true
            state.brake?.fire()
            guard !state.isRunning else { return nil }
            defer { state.caller = nil }
            return state.caller
        }
        caller?.resume(returning: .failure(.store(Self.cancellation)))
    }

    package func begin() -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            state.isRunning = true
            return true
        }
    }

    package var isCancelled: Bool { state.withLock(\.isCancelled) }

    package func waitAgain() -> Bool {
        state.withLock { state in
            guard !state.isCancelled, state.turns < 3 else { return false }
            state.turns += 1
            state.isRunning = false
            return true
        }
    }

    package func run(in session: Engine.Session) -> Bool {
        let outcome: Outcome
        do throws(TransactionError<Failure>) {
            outcome = .success(try body(session))
        } catch {
            outcome = .failure(error)
        }
        state.withLock { $0.outcome = outcome }
        if case .success = outcome { return true }
        return false
    }

    package func answer() {
        let (caller, outcome) = state.withLock { state in
            defer { state.caller = nil }
            return (state.caller, state.outcome)
        }
        let missing = StoreError(.misuse, "the call was answered before it ran")
        caller?.resume(returning: outcome ?? .failure(.store(missing)))
    }

    package func abandon(_ error: StoreError) {
        // Whatever still runs of it is for nobody, and is not run again.
        state.withLock { ($0.outcome, $0.isCancelled) = (.failure(.store(error)), true) }
        answer()
    }

    package func interrupt(with brake: Engine.Brake?) {
        state.withLock { state in
            state.brake = brake
            if state.isCancelled { brake?.fire() }
        }
    }
}
