// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoThreads
import Synchronization

/// The short reads requested in an event loop's turn; the loop runs them when the turn ends.
final class TurnReads: DelayedWakeup {
    /// The most reads of one turn; further reads go to threads.
    private static var limit: Int { 128 }

    let core: SQLiteCore
    private let jobs = Mutex<[Job]>([])

    /// Creates an empty list of reads; fails if the store is closed.
    init?(of core: SQLiteCore) {
        guard core.reads.promise() else { return nil }
        self.core = core
    }

    /// Adds a read.
    ///
    /// - Returns: True if the read was added; `false` if the turn has as many reads as allowed.
    func add(_ job: Job) -> Bool {
        jobs.withLock { jobs in
            guard jobs.count < Self.limit else { return false }
            jobs.append(job)
            return true
        }
    }

    /// Runs the reads, at the end of the turn.
    func wakeUp() {
        let jobs = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        core.runInTurn(jobs)
    }
}
