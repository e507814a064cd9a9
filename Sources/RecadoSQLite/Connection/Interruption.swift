// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// Lets another thread ask a connection to stop its work.
///
/// `sqlite3_interrupt` would have no effect between two statements. The request is therefore a
/// flag, which is checked before each statement and, by SQLite itself, after every ``interval`` of
/// its instructions.
final class Interruption: StoreBrake {
    /// The number of SQLite's instructions between two checks; they take tens of microseconds.
    static var interval: Int32 { 4_096 }

    private let looks: Int
    private let looksLeft: Atomic<Int>
    private let hasFired = Atomic(false)

    /// Creates an interruption that nobody has requested yet.
    ///
    /// - Parameter looks: The number of checks by SQLite after which a call is stopped even without
    ///   a request.
    init(looks: Int = .max) {
        self.looks = looks
        looksLeft = Atomic(looks)
    }

    var isFired: Bool { hasFired.load(ordering: .relaxed) }

    /// True if a call was stopped because it used up its checks or would wait for a lock.
    var hasRunOut: Bool { looksLeft.load(ordering: .relaxed) <= 0 }

    func fire() { hasFired.store(true, ordering: .relaxed) }

    /// Marks the call as having used up its checks, because it would wait for a lock.
    func runOut() { looksLeft.store(0, ordering: .relaxed) }

    /// Counts a check by SQLite; returns `true` to stop the running statement.
    func isStopping() -> Bool {
        if !hasRunOut { looksLeft.subtract(1, ordering: .relaxed) }
        return isFired || hasRunOut
    }

    /// Clears the request and the count of checks, before the next call.
    func reset() {
        hasFired.store(false, ordering: .relaxed)
        looksLeft.store(looks, ordering: .relaxed)
    }
}

/// Returns a nonzero value to stop the running statement; SQLite calls it at each check.
func pollInterruption(_ pointer: UnsafeMutableRawPointer?) -> Int32 {
    guard let pointer = unsafe pointer else { return 0 }
    let interruption = unsafe Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue()
    return interruption.isStopping() ? 1 : 0
}

/// Returns zero to stop waiting at once; SQLite calls it when another connection holds a lock.
func refuseToWait(_ pointer: UnsafeMutableRawPointer?, _: Int32) -> Int32 {
    guard let pointer = unsafe pointer else { return 0 }
    unsafe Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue().runOut()
    return 0
}
