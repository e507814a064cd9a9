// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// A request of another thread that a connection stop its work.
///
/// `sqlite3_interrupt` would have no effect between two statements. This flag is checked before
/// each statement, and by SQLite itself after every ``interval`` of its instructions.
final class Interruption: StoreBrake {
    /// SQLite's instructions between two checks: some tens of microseconds.
    static var interval: Int32 { 4_096 }

    private let looks: Int
    private let looksLeft: Atomic<Int>
    private let hasFired = Atomic(false)

    /// Creates a request that nobody has made yet.
    ///
    /// - Parameter looks: The number of checks after which a call is stopped in any case.
    init(looks: Int = .max) {
        self.looks = looks
        looksLeft = Atomic(looks)
    }

    var isFired: Bool { hasFired.load(ordering: .relaxed) }

    /// `true` if a call was stopped because it took too long, without a request.
    var hasRunOut: Bool { looksLeft.load(ordering: .relaxed) <= 0 }

    func fire() { hasFired.store(true, ordering: .relaxed) }

    /// Stops a call that would wait.
    func runOut() { looksLeft.store(0, ordering: .relaxed) }

    /// Counts a check by SQLite; `true` stops its statement.
    func isStopping() -> Bool {
        if !hasRunOut { looksLeft.subtract(1, ordering: .relaxed) }
        return isFired || hasRunOut
    }

    /// Forgets the request and the checks so far, before the next call.
    func reset() {
        hasFired.store(false, ordering: .relaxed)
        looksLeft.store(looks, ordering: .relaxed)
    }
}

/// Called by SQLite: a value other than zero stops the statement.
func pollInterruption(_ pointer: UnsafeMutableRawPointer?) -> Int32 {
    guard let pointer = unsafe pointer else { return 0 }
    let interruption = unsafe Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue()
    return interruption.isStopping() ? 1 : 0
}

/// Called by SQLite when another process keeps a lock: zero stops waiting at once.
func refuseToWait(_ pointer: UnsafeMutableRawPointer?, _: Int32) -> Int32 {
    guard let pointer = unsafe pointer else { return 0 }
    unsafe Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue().runOut()
    return 0
}
