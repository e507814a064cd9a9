// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// A call that waits for a connection, whatever its result.
protocol PooledCall: AnyObject, Sendable {
    var kind: CallKind { get }

    /// Marks the call as running; `false` when it was answered before.
    func begin() -> Bool

    /// Runs the call and keeps its result; `false` when it threw. It may be run again.
    func run(in session: PostgreSQLSession) -> Bool

    /// Marks the call as waiting again; `false` when it was, or was cancelled meanwhile.
    func waitAgain() -> Bool

    /// Answers the caller with what the last ``run(in:)`` kept.
    func answer()

    /// Answers the caller with an error, whatever the call did.
    func abandon(_ error: StoreError)

    /// Lets a cancellation reach the call while it runs; `nil` once it may no longer.
    func interrupt(with interruption: Interruption?)
}

/// A call and the caller that waits for it.
final class Call<Value: Sendable, Failure: Error>: PooledCall {
    typealias Outcome = Result<Value, TransactionError<Failure>>
    typealias Body = @Sendable (PostgreSQLSession) throws(TransactionError<Failure>) -> Value

    private struct State: Sendable {
        var caller: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
        var isRunning = false
        var hasWaitedAgain = false
        var isCancelled = false
        var interruption: Interruption?
    }

    let kind: CallKind
    private let body: Body
    private let state = Mutex(State())

    init(_ kind: CallKind, _ body: @escaping Body) {
        self.kind = kind
        self.body = body
    }

    private static var cancellation: StoreError {
        StoreError(.cancelled, "the task was cancelled")
    }

    /// Takes the caller in; `false` when it was cancelled already, and has been told so.
    func wait(_ caller: CheckedContinuation<Outcome, Never>) -> Bool {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.caller = caller }
            return state.isCancelled
        }
        if isCancelled { caller.resume(returning: .failure(.store(Self.cancellation))) }
        return !isCancelled
    }

    /// Ends the wait of a caller whose turn has not come, or interrupts what runs.
    func cancel() {
        let caller: CheckedContinuation<Outcome, Never>? = state.withLock { state in
            state.isCancelled = true
            state.interruption?.fire()
            guard !state.isRunning else { return nil }
            defer { state.caller = nil }
            return state.caller
        }
        caller?.resume(returning: .failure(.store(Self.cancellation)))
    }

    func begin() -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            state.isRunning = true
            return true
        }
    }

    func waitAgain() -> Bool {
        state.withLock { state in
            guard !state.isCancelled, !state.hasWaitedAgain else { return false }
            state.hasWaitedAgain = true
            state.isRunning = false
            return true
        }
    }

    func run(in session: PostgreSQLSession) -> Bool {
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

    func answer() {
        let (caller, outcome) = state.withLock { state in
            defer { state.caller = nil }
            return (state.caller, state.outcome)
        }
        let missing = StoreError(.misuse, "the call was answered before it ran")
        caller?.resume(returning: outcome ?? .failure(.store(missing)))
    }

    func abandon(_ error: StoreError) {
        state.withLock { $0.outcome = .failure(.store(error)) }
        answer()
    }

    func interrupt(with interruption: Interruption?) {
        state.withLock { state in
            state.interruption = interruption
            if state.isCancelled { interruption?.fire() }
        }
    }
}
