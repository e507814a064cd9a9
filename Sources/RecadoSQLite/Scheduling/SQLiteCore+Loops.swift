// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import RecadoThreads
import Synchronization

extension SQLiteCore {
    /// Queues a read for the end of the calling loop's turn, if reads of its kind are short.
    ///
    /// - Returns: True if the read was accepted.
    func leaveToTurn(_ job: Job) -> Bool {
        guard job.kind == .read, let turns = ThreadTurns.current,
            let loopReaders, loopReaders.durations.areShort(job.closureType)
        else { return false }
        let reads = turns.wakeup(where: { $0.core === self }, else: TurnReads(of: self))
        return reads?.add(job) ?? false
    }

    /// Runs the reads of a turn; if no reader is free or no time is left, reads are passed to
    /// threads.
    func runInTurn(_ jobs: [Job]) {
        var rest = jobs
        if let loopReaders, let loan = loopReaders.lend() {
            rest = loan.reader.runInTurn(jobs)
            release(loan, to: loopReaders)
        }
        for job in rest {
            // A wake-up delayed to the end of the turn would not happen, because the turn is over.
            if let refusal = reads.append(job, in: nil, isPromised: true) { job.abandon(refusal) }
        }
        reads.keepPromise()
    }

    /// Opens a reader for event loops if one is wanted; if that fails, loops pass reads to threads.
    func openLoopReader() {
        guard let loopReaders, loopReaders.mustOpen() else { return }
        guard let files = files.withLock(\.self),
            let connection = try? SQLiteConnection(location, options, role: .loop)
        else { return loopReaders.openingFailed() }
        addReader()
        let loan = LoopReaders.Loan(reader: Reader(connection, of: self))
        // The path may no longer lead to the file that the other connections have open.
        if (try? files.check()) != nil { return release(loan, to: loopReaders) }
        close(loan)
        loopReaders.openingFailed()
    }

    func closeLoopReaders() {
        for loan in loopReaders?.close() ?? [] { close(loan) }
    }

    private func release(_ loan: LoopReaders.Loan, to loopReaders: LoopReaders) {
        if !loopReaders.release(loan) { close(loan) }
    }

    private func close(_ loan: LoopReaders.Loan) {
        loan.reader.connection.close()
        readerEnded()
    }
}
