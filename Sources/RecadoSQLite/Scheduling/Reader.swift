// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// Runs the calls that a reader's thread takes.
struct Reader {
    /// The longest time for which reads keep a loop from its connections in one turn, in
    /// nanoseconds: two milliseconds, a tenth of the time that the slowest requests of a loaded
    /// server may wait.
    private static var longestTurn: Int { 2_000_000 }

    let connection: SQLiteConnection
    private let counts: ReadCounts
    /// The times of reads; `nil` if they are not needed.
    private let durations: ReadDurations?

    init(_ connection: SQLiteConnection, of core: SQLiteCore) {
        self.connection = connection
        counts = core.newReadCounts(ofLoop: connection.role == .loop)
        durations = core.loopReaders?.durations
    }

    /// Runs a call, and in its snapshot those that came before that call was taken.
    ///
    /// Beginning and ending a snapshot takes as long as reading some rows. A caller that came later
    /// may know of a newer commit, and gets another snapshot.
    func run(_ job: Job, sharingWith queue: JobQueue) {
        guard job.begin() else { return }
        let moment = queue.arrivals
        func next() -> Job? {
            while let next = queue.takeRead(before: moment) {
                if next.begin() { return next }
            }
            return nil
        }
        runBegun(job, then: next)
    }

    /// Runs calls at the end of a loop's turn, in one snapshot.
    ///
    /// - Returns: The calls that others have to run, because they take longer than a loop may.
    func runInTurn(_ jobs: [Job]) -> [Job] {
        let begin = ReadDurations.now
        var rest = jobs[...]
        var given: [Job] = []
        func next() -> Job? {
            while ReadDurations.now - begin < Self.longestTurn, let job = rest.popFirst() {
                if job.begin() { return job }
            }
            return nil
        }
        if let first = next() { runBegun(first, orGive: { given.append($0) }, then: next) }
        return given + rest
    }

    /// Runs a call that has begun, and others that may share its snapshot.
    ///
    /// - Parameters:
    ///   - job: The call.
    ///   - give: Receives the calls for which the connection has no time, to be run elsewhere.
    ///   - next: The next call.
    func runBegun(
        _ job: Job,
        orGive give: (Job) -> Void = { _ in },
        then next: () -> Job? = { nil }
    ) {
        guard job.kind == .read else { return answer(job, orGive: give) }
        do throws(StoreError) {
            try connection.control(.beginDeferred)
        } catch {
            connection.rollBack()
            return job.abandon(error)
        }
        counts.addSnapshot()
        var current: Job? = job
        while let job = current {
            answer(job, orGive: give)
            // Some errors end the transaction.
            current = connection.isInTransaction ? next() : nil
        }
        // Nothing was written, so there is nothing to keep.
        connection.rollBack()
    }

    private func answer(_ job: Job, orGive give: (Job) -> Void) {
        let begin = durations == nil ? 0 : ReadDurations.now
        job.interrupt(with: connection.interruption)
        _ = job.run(in: SQLiteSession(connection, mayWrite: false))
        job.interrupt(with: nil)
        let hasRunOut = connection.interruption.hasRunOut
        connection.interruption.reset()
        if job.kind == .read { durations?.add(job.closureType, since: begin) }
        if hasRunOut, job.waitAgain() { return give(job) }
        if job.kind == .read { counts.addRead() }
        do throws(StoreError) {
            // If the files have changed, that may have caused any outcome, even a report of damage.
            try connection.checkFiles()
            job.answer()
        } catch {
            job.abandon(error)
        }
    }
}
