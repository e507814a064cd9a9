// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// Runs read calls on one connection, for a thread or an event loop.
struct Reader {
    /// The longest time, in nanoseconds, for which reads block an event loop in one turn.
    ///
    /// It is two milliseconds, a tenth of the time that the slowest requests of a loaded server may
    /// wait.
    private static var longestTurn: Int { 2_000_000 }

    let connection: SQLiteConnection
    private let counts: ReadCounts
    /// The mean durations of reads; `nil` if no event loop reads.
    private let durations: ReadDurations?
    private let waitingTimeout: Duration

    init(_ connection: SQLiteConnection, of core: SQLiteCore) {
        self.connection = connection
        counts = core.newReadCounts(ofLoop: connection.role == .loop)
        durations = core.loopReaders?.durations
        waitingTimeout = core.options.waitingTimeout
    }

    /// Runs a call, and in the same snapshot the reads that were already waiting when the call
    /// began.
    ///
    /// Sharing saves time, because a snapshot costs as much as reading some rows. A caller that
    /// arrived later may know of a newer commit, so its read gets another snapshot.
    func run(_ job: Job, sharingWith queue: JobQueue) {
        guard begin(job) else { return }
        let moment = queue.arrivals
        func next() -> Job? {
            while let next = queue.takeRead(before: moment) {
                if begin(next) { return next }
            }
            return nil
        }
        runBegun(job, then: next)
    }

    /// Marks a call as running; returns `false` if it was cancelled, or is refused because it has
    /// waited for too long.
    private func begin(_ job: Job) -> Bool {
        guard job.begin() else { return false }
        guard job.start.duration(to: .now) > waitingTimeout else { return true }
        job.abandon(StoreError(.overloaded, "no reader was free within \(waitingTimeout)"))
        return false
    }

    /// Runs calls at the end of a loop's turn, in one snapshot.
    ///
    /// - Returns: The calls that threads must run, because they take too long for an event loop.
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

    /// Runs a call that has begun, and then others in the same snapshot.
    ///
    /// - Parameters:
    ///   - job: The call.
    ///   - give: Receives calls that were stopped because they took too long, to be run elsewhere.
    ///   - next: Returns the next call to run; `nil` if there is none.
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
        // Nothing was written, so there is nothing to commit.
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
            // If the files were changed or replaced, the call may have any outcome, even a report
            // of damage, so they are checked before the answer.
            try connection.checkFiles()
            job.answer()
        } catch {
            job.abandon(error)
        }
    }
}
