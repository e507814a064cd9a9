// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// Runs the calls that a reader's thread takes.
struct Reader {
    let connection: SQLiteConnection
    let counts: ReadCounts

    /// Runs a call, and in its snapshot those that had come before it was taken.
    ///
    /// To begin and to end a snapshot takes as long as to read some rows. Who came later may know
    /// of a commit since, and gets another one.
    func run(_ job: any QueuedJob, sharingWith queue: JobQueue) {
        guard job.begin() else { return }
        let moment = queue.arrivals
        runBegun(job) {
            while let next = queue.takeRead(before: moment) {
                if next.begin() { return next }
            }
            return nil
        }
    }

    /// Runs a call that has begun, and others that may see what it sees.
    func runBegun(_ job: any QueuedJob, then next: () -> (any QueuedJob)? = { nil }) {
        guard job.kind == .read else { return answer(job) }
        do throws(StoreError) {
            try connection.control(.beginDeferred)
        } catch {
            connection.rollBack()
            return job.abandon(error)
        }
        counts.addSnapshot()
        var current: (any QueuedJob)? = job
        while let job = current {
            answer(job)
            // Some errors end the transaction.
            current = connection.isInTransaction ? next() : nil
        }
        // Nothing was written, so there is nothing to keep.
        connection.rollBack()
    }

    private func answer(_ job: any QueuedJob) {
        job.interrupt(with: connection.interruption)
        _ = job.run(in: SQLiteSession(connection, mayWrite: false))
        job.interrupt(with: nil)
        connection.interruption.reset()
        if job.kind == .read { counts.addRead() }
        do throws(StoreError) {
            // Whatever came of it, damage that was found included, came
            // of what has changed meanwhile.
            try connection.checkFiles()
            job.answer()
        } catch {
            job.abandon(error)
        }
    }
}
