// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The readers that loops use to run short reads themselves.
///
/// ```
/// a loop's turn: read, read, read … ─▶ its end: a reader runs them in one snapshot
///                                              └─ what takes too long ─▶ the readers' threads
/// ```
///
/// Handing a read to a thread and taking its result back costs more than most reads. A read is run
/// here if those of its kind were short; if it takes long, it is stopped and goes to a thread.
final class LoopReaders: Sendable {
    /// A reader, which is lent to one thread at a time.
    struct Loan: @unchecked Sendable {  // Nobody else gets it before it is back.
        let reader: Reader
    }

    private struct State: Sendable {
        var idle: [Loan] = []
        /// The number of readers that are idle, lent or being opened.
        var count = 0
        /// The time before which no reader is opened, because opening one has failed.
        var rest = 0
        /// True if a loop has found no reader.
        var isWanted = false
        var isClosed = false
    }

    private let limit: Int
    /// The times by which a loop knows the reads that it can run itself.
    let durations: ReadDurations
    private let state = Mutex(State())

    /// Creates a pool without readers.
    ///
    /// - Parameters:
    ///   - limit: The most readers.
    ///   - durations: The times of reads; those that threads run are added as well.
    init(limit: Int, durations: ReadDurations) {
        (self.limit, self.durations) = (limit, durations)
    }

    /// Lends a reader; `nil` if none is idle.
    ///
    /// Another one is then wanted, below the limit and unless the pool is closed.
    func lend() -> Loan? {
        state.withLock { state in
            if let loan = state.idle.popLast() { return loan }
            if !state.isClosed, state.count < limit { state.isWanted = true }
            return nil
        }
    }

    /// Takes a reader back, or a new one.
    ///
    /// - Returns: True if the reader is kept; otherwise it is to be closed.
    func giveBack(_ loan: Loan) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.idle.append(loan) }
            return !state.isClosed
        }
    }

    /// Returns true if another reader is wanted and may be opened now, and counts it as being
    /// opened.
    func mustOpen() -> Bool {
        state.withLock { state in
            guard state.isWanted, !state.isClosed, state.rest < ReadDurations.now else {
                return false
            }
            state.isWanted = false
            state.count += 1
            return true
        }
    }

    /// Records that a reader could not be opened; the next attempt is made after a second.
    func openingFailed() {
        state.withLock { state in
            state.count -= 1
            state.rest = ReadDurations.now + 1_000_000_000
        }
    }

    /// Lends no more readers.
    ///
    /// - Returns: The readers that are not lent.
    func close() -> [Loan] {
        state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
    }
}
