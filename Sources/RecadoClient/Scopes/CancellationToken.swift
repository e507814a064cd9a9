// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// The link between a call and the objects that may cancel it.
///
/// If there are several reasons to cancel the call, its error reports the first.
final class CancellationToken: Sendable {
    /// The token of the call that the current task makes; `nil` if no ``CallScope`` started it.
    @TaskLocal static var current: CancellationToken?

    private struct State {
        var reason: CancellationReason?
        var cancel: (@Sendable () -> Void)?
        var request: Request?
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// The reason for the cancellation, if the call was cancelled.
    var reason: CancellationReason? { state.withLock(\.reason) }

    /// The latest request of the call.
    var request: Request? { state.withLock(\.request) }

    func note(_ request: Request) {
        state.withLock { $0.request = request }
    }

    /// Sets the closure that cancels the call, or calls it at once if the call is already
    /// cancelled.
    func attach(_ cancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if state.reason == nil, !state.hasEnded { state.cancel = cancel }
            return state.reason != nil
        }
        if isCancelled { cancel() }
    }

    /// Cancels the call unless it has ended.
    func cancel(_ reason: CancellationReason) {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.reason == nil, !state.hasEnded else { return nil }
            state.reason = reason
            return state.cancel.take()
        }
        cancel?()
    }

    /// Records that the call has ended and cannot be cancelled any longer.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.cancel = nil
        }
    }
}
