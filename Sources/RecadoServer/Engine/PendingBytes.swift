// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire
import Synchronization

/// The number of answer bytes that wait for their clients, in all loops.
final class PendingBytes: Sendable {
    private let limit: Int
    private let total = Atomic<Int>(0)
    private let shortage = Atomic<Bool>(false)
    private let loops = Mutex<[EventLoop]>([])

    init(limit: Int) { self.limit = max(0, limit) }

    /// The number of waiting bytes.
    var count: Int { total.load(ordering: .relaxed) }

    /// Stores the loops, to wake them when room is short: a loop may sleep while its clients stall.
    func watch(_ loops: [EventLoop]) { self.loops.withLock { $0 = loops } }

    /// True from the time an answer is refused until there is room again.
    var isShort: Bool { shortage.load(ordering: .relaxed) }

    /// Adds a number of bytes, which may be negative.
    func add(_ change: Int) { total.add(change, ordering: .relaxed) }

    /// Returns true if an answer may be sent; short answers may always be sent.
    ///
    /// An answer longer than half of the limit is sent if at least half of the limit is free.
    ///
    /// - Parameter length: The greatest number of its content bytes that may have to wait.
    /// - Returns: True if there is room; otherwise connections of slow clients are closed.
    func hasRoom(for length: Int) -> Bool {
        guard length > OutputQueue.lowWater else { return true }
        if count + min(length, limit / 2) <= limit { return true }
        if !shortage.exchange(true, ordering: .relaxed) {
            for loop in loops.withLock({ $0 }) { loop.poller.wakeup.wake() }
        }
        return false
    }

    /// Returns the number of bytes that slow clients have to give up, so that half of the limit is
    /// free.
    ///
    /// - Returns: Zero while no answer had to be refused and the waiting bytes are below twice the
    ///   limit.
    func takeExcess() -> Int {
        let count = count
        guard count / 2 > limit || isShort else { return 0 }
        let excess = count - limit / 2
        if excess <= 0 { shortage.store(false, ordering: .relaxed) }
        return max(0, excess)
    }
}
