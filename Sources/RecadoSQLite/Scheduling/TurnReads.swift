// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoThreads
import Synchronization

/// The short reads that have come in a loop's turn; the loop runs them at the end of the turn.
final class TurnReads: DelayedWakeup {
    /// The most reads of a turn; further ones go to threads.
    private static var limit: Int { 128 }

    let core: SQLiteCore
    private let jobs = Mutex<[Job]>([])

    /// Begins without reads; `nil` if the store is closed.
    init?(of core: SQLiteCore) {
        guard core.reads.promise() else { return nil }
        self.core = core
    }

    /// Adds a read.
    ///
    /// - Returns: True if there was room.
    func add(_ job: Job) -> Bool {
        jobs.withLock { jobs in
            guard jobs.count < Self.limit else { return false }
            jobs.append(job)
            return true
        }
    }

    /// Runs the reads.
    func wakeUp() {
        let jobs = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        core.runInTurn(jobs)
    }
}
