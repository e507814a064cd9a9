// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The readers with which event loops run short reads themselves.
///
/// ```
/// a loop's turn: read, read, read … ─▶ its end: a reader runs them in one snapshot
///                                              └─ reads that take too long ─▶ the readers' threads
/// ```
///
/// Passing a read to a thread and its result back costs more than most reads. A loop therefore runs
/// a read itself if earlier reads of its kind were short. If the read takes long nevertheless, it
/// is stopped and passed to a thread.
final class LoopReaders: Sendable {
    /// A reader, which is lent to one thread at a time.
    // Safe because a reader leaves the list when it is lent, and no other thread gets it until the
    // thread that uses it has released it.
    struct Loan: @unchecked Sendable {
        let reader: Reader
    }

    private struct State: Sendable {
        var idle: [Loan] = []
        /// The number of readers that are idle, lent or being opened.
        var count = 0
        /// The time until which no reader is opened, because an attempt has failed.
        var rest = 0
        /// True if a loop found no idle reader, so that another one should be opened.
        var isWanted = false
        var isClosed = false
    }

    private let limit: Int
    /// The mean durations of reads, by which a loop decides which reads to run itself.
    let durations: ReadDurations
    private let state = Mutex(State())

    /// Creates a pool without readers.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of readers.
    ///   - durations: The mean durations of reads, including those that threads run.
    init(limit: Int, durations: ReadDurations) {
        (self.limit, self.durations) = (limit, durations)
    }

    /// Lends an idle reader; returns `nil` if no reader is idle.
    ///
    /// If no reader is idle, the pool asks for another one, unless it is closed or at its limit.
    func lend() -> Loan? {
        state.withLock { state in
            if let loan = state.idle.popLast() { return loan }
            if !state.isClosed, state.count < limit { state.isWanted = true }
            return nil
        }
    }

    /// Takes back a lent reader, or adds a new one.
    ///
    /// - Returns: True if the pool keeps the reader; if `false`, the caller must close it.
    func release(_ loan: Loan) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.idle.append(loan) }
            return !state.isClosed
        }
    }

    /// Returns true if another reader should be opened now; it then counts as being opened.
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

    /// Closes the pool, so that it lends no more readers.
    ///
    /// - Returns: The idle readers, which the caller must close.
    func close() -> [Loan] {
        state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
    }
}
