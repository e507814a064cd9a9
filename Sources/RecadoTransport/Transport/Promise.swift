// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that one task awaits and another task delivers, once.
///
/// The first of these events decides the outcome: the value, the cancellation of the waiting task,
/// or the end of the time limit. The task that delivers the value learns whether the waiting task
/// receives it.
package final class Promise<Value: Sendable>: Sendable {
    /// The outcome of the wait.
    package enum Outcome: Sendable {
        case value(Value)
        case cancelled
        case late
    }

    private struct State {
        var outcome: Outcome?
        var waiter: CheckedContinuation<Outcome, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    /// Delivers the value; returns false if the outcome was already decided.
    @discardableResult
    package func fulfil(_ value: Value) -> Bool {
        settle(.value(value))
    }

    /// Waits for the value, no longer than a time limit.
    package func outcome(within budget: Duration?, _ stopwatch: Stopwatch) async -> Outcome {
        guard let budget else { return await wait() }
        let cancel = stopwatch.schedule(after: budget) { self.settle(.late) }
        defer { cancel() }
        return await wait()
    }

    private func wait() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    if state.outcome == nil { state.waiter = continuation }
                    return state.outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            settle(.cancelled)
        }
    }

    @discardableResult
    private func settle(_ outcome: Outcome) -> Bool {
        let (isFirst, waiter) = state.withLock { state in
            guard state.outcome == nil else {
                return (false, nil as CheckedContinuation<Outcome, Never>?)
            }
            state.outcome = outcome
            defer { state.waiter = nil }
            return (true, state.waiter)
        }
        waiter?.resume(returning: outcome)
        return isFirst
    }
}
