// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// What a reader's thread does with a call.
struct Reader {
    let connection: SQLiteConnection

    func run(_ job: any QueuedJob) {
        guard job.begin() else { return }
        runBegun(job)
    }

    func runBegun(_ job: any QueuedJob) {
        job.interrupt(with: connection.interruption)
        defer { connection.interruption.reset() }
        let isSnapshot = job.kind == .read
        do throws(StoreError) {
            if isSnapshot { try connection.control(.beginDeferred) }
            _ = job.run(in: SQLiteSession(connection, mayWrite: false))
            job.interrupt(with: nil)
            // Nothing was written, so there is nothing to keep.
            if isSnapshot { connection.rollBack() }
            job.answer()
        } catch {
            job.interrupt(with: nil)
            connection.rollBack()
            job.abandon(error)
        }
    }
}
