// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoServer

@Suite(.timeLimit(.minutes(1))) struct `A chime` {
    @Test func `is heard by those who are on their way`() async {
        let chime = Chime()
        let before = chime.rings
        chime.ring()
        // Neither waits for another ring.
        await chime.wait(after: before)
        await chime.waitThrough(after: before)
    }

    @Test func `lets everybody go on who waits`() async {
        let chime = Chime()
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...10 {
                group.addTask { await chime.wait(after: chime.rings) }
                group.addTask { await chime.waitThrough(after: chime.rings) }
            }
            group.addTask {
                while !Task.isCancelled {
                    await Task.yield()
                    chime.ring()
                }
            }
            for _ in 1...20 { await group.next() }
            group.cancelAll()
        }
    }

    @Test func `lets the cancelled go on`() async {
        let chime = Chime()
        let waiting = Task { await chime.wait(after: chime.rings) }
        waiting.cancel()
        await waiting.value
    }
}
