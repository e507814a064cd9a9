// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import RecadoThreads

extension SQLiteCore {
    /// Leaves a read to the end of the turn of the loop that asks, if reads of its kind are short.
    ///
    /// - Returns: Whether it was taken.
    func leaveToTurn(_ job: Job) -> Bool {
        guard job.kind == .read, let turns = ThreadTurns.current,
            loopReaders.limit > 0, durations.areShort(job.closureType)
        else { return false }
        return turns.wakeup(where: { $0.core === self }, else: TurnReads(of: self)).add(job)
    }

    /// Runs the reads of a turn; those for which there is no reader or no time go to threads.
    func runInTurn(_ jobs: [Job]) {
        var rest = jobs
        if let loan = loopReaders.lend() {
            rest = loan.reader.runInTurn(jobs)
            giveBack(loan)
        }
        for job in rest {
            // The turn is over, and nobody would wake a thread later.
            if let refusal = reads.append(job, in: nil) { job.abandon(refusal) }
        }
    }

    /// Opens a reader for loops, where one was wanted; what cannot be opened is done without.
    func openLoopReader() {
        guard loopReaders.mustOpen(),
            let connection = try? SQLiteConnection(location, options, role: .loop)
        else { return }
        addReader()
        giveBack(LoopReaders.Loan(reader: Reader(connection, of: self)))
    }

    func closeLoopReaders() {
        for loan in loopReaders.close() { giveBack(loan) }
    }

    private func giveBack(_ loan: LoopReaders.Loan) {
        guard !loopReaders.giveBack(loan) else { return }
        loan.reader.connection.close()
        readerEnded()
    }
}
