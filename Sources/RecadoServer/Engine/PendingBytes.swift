// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire
import Synchronization

/// The bytes of answers that wait for their clients, in all loops.
final class PendingBytes: Sendable {
    private let limit: Int
    private let total = Atomic<Int>(0)
    private let shortage = Atomic<Bool>(false)
    private let loops = Mutex<[EventLoop]>([])

    init(limit: Int) { self.limit = max(0, limit) }

    /// The number of bytes.
    var count: Int { total.load(ordering: .relaxed) }

    /// Stores the loops, to wake those whose clients are all stalled.
    func watch(_ loops: [EventLoop]) { self.loops.withLock { $0 = loops } }

    /// True after an answer had to be refused, until there is room for the next.
    var isShort: Bool { shortage.load(ordering: .relaxed) }

    /// Adds a number of bytes, which may be negative.
    func add(_ change: Int) { total.add(change, ordering: .relaxed) }

    /// Returns true if an answer may be sent; short answers always may be sent.
    ///
    /// An answer that alone is as long as half the limit or longer is sent while the other half is
    /// free.
    ///
    /// - Parameter length: The bytes of its content, as far as they may have to wait.
    /// - Returns: True if there is room; otherwise connections of slow clients are closed.
    func hasRoom(for length: Int) -> Bool {
        guard length > OutputQueue.lowWater else { return true }
        if count + min(length, limit / 2) <= limit { return true }
        if !shortage.exchange(true, ordering: .relaxed) {
            for loop in loops.withLock({ $0 }) { loop.poller.wakeup.wake() }
        }
        return false
    }

    /// The bytes that slow clients have to give up, so that half of the limit is free for any
    /// answer.
    ///
    /// - Returns: Zero while no answer had to be refused, and the waiting bytes are below twice the
    ///   limit.
    func takeExcess() -> Int {
        let count = count
        guard count / 2 > limit || isShort else { return 0 }
        let excess = count - limit / 2
        if excess <= 0 { shortage.store(false, ordering: .relaxed) }
        return max(0, excess)
    }
}
