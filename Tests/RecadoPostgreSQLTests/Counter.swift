// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Counts the runs of a closure, and can make it wait for other work.
final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add() { count.add(1, ordering: .relaxed) }

    /// Blocks the current thread, which must be one of a store's own threads, until the work is
    /// done.
    func block(_ work: @escaping @Sendable () async throws -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        Task {
            try? await work()
            isDone.signal()
        }
        isDone.wait()
    }
}
