// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The readers with which loops run short reads themselves.
///
/// ```
/// a loop's turn: read, read, read … ─▶ its end: a reader runs them in one snapshot
///                                              └─ what takes too long ─▶ the readers' threads
/// ```
///
/// To hand a read to a thread and take its result back costs more than most reads. A read is run
/// here where those of its kind were short; it is stopped, and goes to a thread, where it is not.
final class LoopReaders: Sendable {
    /// A reader, which one thread at a time has on loan.
    struct Loan: @unchecked Sendable {  // Nobody else gets it before it is back.
        let reader: Reader
    }

    private struct State: Sendable {
        var idle: [Loan] = []
        /// Those that there are, idle or on loan, and the one that is being opened.
        var count = 0
        /// The time before which none is opened, for that has failed.
        var rest = 0
        /// Set when a loop has found none.
        var isWanted = false
        var isClosed = false
    }

    private let limit: Int
    /// The times by which a loop knows what it can read itself.
    let durations: ReadDurations
    private let state = Mutex(State())

    /// Creates a pool without readers.
    ///
    /// - Parameters:
    ///   - limit: The most readers.
    ///   - durations: The times of reads, to which those of threads are added, too.
    init(limit: Int, durations: ReadDurations) {
        (self.limit, self.durations) = (limit, durations)
    }

    /// Lends a reader, unless all are on loan.
    func lend() -> Loan? {
        state.withLock { state in
            if let loan = state.idle.popLast() { return loan }
            if !state.isClosed, state.count < limit { state.isWanted = true }
            return nil
        }
    }

    /// Takes a reader back, or a new one.
    ///
    /// - Returns: Whether it is kept; it is to be closed if not.
    func giveBack(_ loan: Loan) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.idle.append(loan) }
            return !state.isClosed
        }
    }

    /// Takes up the wish for another one; `false` where there is none, or others have done so.
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

    /// Notes that one could not be opened: it is tried again after a second.
    func openingFailed() {
        state.withLock { state in
            state.count -= 1
            state.rest = ReadDurations.now + 1_000_000_000
        }
    }

    /// Lends nothing any more.
    ///
    /// - Returns: The readers that are not on loan.
    func close() -> [Loan] {
        state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
    }
}
