// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoServer

@Suite(.timeLimit(.minutes(1))) struct `An asynchronous signal` {
    @Test func `is not lost if it occurs before the wait begins`() async {
        let signal = AsyncSignal()
        let before = signal.rings
        signal.ring()
        // Both calls return at once, because the signal has rung since `before`.
        await signal.wait(after: before)
        await signal.waitThrough(after: before)
    }

    @Test func `resumes all waiters`() async {
        let signal = AsyncSignal()
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...10 {
                group.addTask { await signal.wait(after: signal.rings) }
                group.addTask { await signal.waitThrough(after: signal.rings) }
            }
            group.addTask {
                while !Task.isCancelled {
                    await Task.yield()
                    signal.ring()
                }
            }
            for _ in 1...20 { await group.next() }
            group.cancelAll()
        }
    }

    @Test func `resumes a cancelled waiter`() async {
        let signal = AsyncSignal()
        let waiting = Task { await signal.wait(after: signal.rings) }
        waiting.cancel()
        await waiting.value
    }
}
