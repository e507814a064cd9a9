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

    private let hasFired = Atomic(false)

    var isFired: Bool { hasFired.load(ordering: .relaxed) }

    func fire() { hasFired.store(true, ordering: .relaxed) }

    func reset() { hasFired.store(false, ordering: .relaxed) }
}

/// Called by SQLite: not zero stops the statement.
func pollInterruption(_ pointer: UnsafeMutableRawPointer?) -> Int32 {
    guard let pointer = unsafe pointer else { return 0 }
    let interruption = unsafe Unmanaged<Interruption>.fromOpaque(pointer).takeUnretainedValue()
    return interruption.isFired ? 1 : 0
}
