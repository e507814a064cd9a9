// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A request to end the process, and the tasks that wait for it.
final class StopRequest: Sendable {
    private struct State: Sendable {
        var isMade = false
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    /// A stream that ends when the request is made.
    func stream() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let isMade = state.withLock { state in
            if !state.isMade { state.waiting.append(continuation) }
            return state.isMade
        }
        if isMade { continuation.finish() }
        return stream
    }

    /// Makes the request; returns `false` if it was already made.
    func make() -> Bool {
        let waiting: [AsyncStream<Void>.Continuation]? = state.withLock { state in
            guard !state.isMade else { return nil }
            state.isMade = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting ?? [] { continuation.finish() }
        return waiting != nil
    }
}
