// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Spans that wait to be sent.
final class SpanQueue: Sendable {
    private struct State: Sendable {
        var spans: [TraceSpan] = []
        var dropped = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    var dropped: Int { state.withLock { $0.dropped } }

    func add(_ span: TraceSpan) {
        state.withLock { state in
            if state.spans.count < capacity {
                state.spans.append(span)
            } else {
                state.dropped += 1
            }
        }
    }

    func takeAll() -> [TraceSpan] {
        state.withLock { state in
            defer { state.spans = [] }
            return state.spans
        }
    }

    /// Counts spans that the collector did not accept.
    func drop(_ count: Int) {
        state.withLock { $0.dropped += max(0, count) }
    }
}
