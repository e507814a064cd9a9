// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire
import Synchronization

/// The bytes of answers that wait for their clients, over all loops.
final class PendingBytes: Sendable {
    private let limit: Int
    private let total = Atomic<Int>(0)
    private let shortage = Atomic<Bool>(false)
    private let loops = Mutex<[EventLoop]>([])

    init(limit: Int) { self.limit = max(0, limit) }

    /// The number of bytes.
    var count: Int { total.load(ordering: .relaxed) }

    /// Takes note of the loops, to wake those whose clients all stand still.
    func watch(_ loops: [EventLoop]) { self.loops.withLock { $0 = loops } }

    /// True after an answer had to be refused, while there is not yet room for the next.
    var isShort: Bool { shortage.load(ordering: .relaxed) }

    /// Counts more bytes, or less.
    func add(_ change: Int) { total.add(change, ordering: .relaxed) }

    /// Tells if an answer may be sent; short ones always are.
    ///
    /// One that is alone as long as half the limit is sent while the other half is free.
    ///
    /// - Parameter length: The bytes of its content, as far as they may have to wait.
    /// - Returns: Whether there is room; clients that are slow are let go if not.
    func hasRoom(for length: Int) -> Bool {
        guard length > OutputQueue.lowWater else { return true }
        if count + min(length, limit / 2) <= limit { return true }
        if !shortage.exchange(true, ordering: .relaxed) {
            for loop in loops.withLock({ $0 }) { loop.poller.wakeup.wake() }
        }
        return false
    }

    /// The bytes that slow clients have to give up, so that half of the
    /// limit is free for any answer.
    ///
    /// - Returns: Zero while no answer had to be refused, and what waits for many
    ///   clients is below twice the limit.
    func takeExcess() -> Int {
        let count = count
        guard count / 2 > limit || isShort else { return 0 }
        let excess = count - limit / 2
        if excess <= 0 { shortage.store(false, ordering: .relaxed) }
        return max(0, excess)
    }
}
