// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// The wish of another thread that a connection stop what it does.
///
/// `sqlite3_interrupt` would be lost between two statements; this is looked at before each
/// statement, and by SQLite itself every so many of its instructions.
final class Interruption: StoreBrake {
    /// SQLite's instructions between two looks: some tens of microseconds.
    static var interval: Int32 { 4_096 }

    private let looks: Int
    private let looksLeft: Atomic<Int>
    private let hasFired = Atomic(false)

    /// Creates a wish that nobody has yet.
    ///
    /// - Parameter looks: The looks after which a call is stopped all the same.
    init(looks: Int = .max) {
        self.looks = looks
        looksLeft = Atomic(looks)
    }

    var isFired: Bool { hasFired.load(ordering: .relaxed) }

    /// `true` after a call that was stopped for it took too long, though nobody wished it.
    var hasRunOut: Bool { looksLeft.load(ordering: .relaxed) <= 0 }

    func fire() { hasFired.store(true, ordering: .relaxed) }

    /// Stops a call that would wait.
    func runOut() { looksLeft.store(0, ordering: .relaxed) }

    /// Counts a look of SQLite's; `true` stops its statement.
    func isStopping() -> Bool {
        if !hasRunOut { looksLeft.subtract(1, ordering: .relaxed) }
        return isFired || hasRunOut
    }

    /// Begins anew, with the next call.
    func reset() {
        hasFired.store(false, ordering: .relaxed)
        looksLeft.store(looks, ordering: .relaxed)
    }
}

/// Called by SQLite: not zero stops the statement.
func pollInterruption(_ pointer: UnsafeMutableRawPointer?) -> Int32 {
    guard let pointer = unsafe pointer else { return 0 }
    let interruption = unsafe Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue()
    return interruption.isStopping() ? 1 : 0
}

/// Called by SQLite where another process keeps a lock: zero gives up at once.
func refuseToWait(_ pointer: UnsafeMutableRawPointer?, _: Int32) -> Int32 {
    guard let pointer = unsafe pointer else { return 0 }
    unsafe Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue().runOut()
    return 0
}
