// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// Standbys that answer reads, and what is known of their age.
///
/// Twice a second the server is asked how far its log goes, and then the standby how much of that
/// it has. A standby that has all of what the server had at some time is not older than since then,
/// by the clock of this program alone. Nobody is asked while nobody reads.
final class Replica: Sendable {
    private struct State {
        /// The places that the server's log had reached, with the times before which that was so.
        var marks: [(place: LogPlace, time: ContinuousClock.Instant)] = []
        /// The time at which the standby was no older than the server.
        var asOf: ContinuousClock.Instant?
        var usedAt = ContinuousClock.now
        var watch: Task<Void, Never>?
        var isStopped = false
    }

    private static var interval: Duration { .milliseconds(500) }
    /// The time without a read after which nobody is asked any more.
    private static var patience: Duration { .seconds(30) }
    /// As many marks are kept: a standby that is older is of no use to anybody.
    private static var mostMarks: Int { 1_200 }

    private let primary: Pool
    private let standby: Pool
    private let state = Mutex(State())

    /// Takes the standbys that the options name; `nil` where they name none.
    init?(of primary: Pool, _ options: PostgreSQLStore.Options) throws(StoreError) {
        guard let address = options.replicaAddress else { return nil }
        var own = options
        own.readIsolation = .snapshot
        own.directAddress = nil
        // The server answers in its stead.
        own.acquisitionTimeout = min(options.acquisitionTimeout, .seconds(1))
        self.primary = primary
        standby = try Pool(ServerAddress(address, options: own, isReplica: true), own)
    }

    // MARK: - Reading

    /// The connections to a standby, if one is known to be no older than some time.
    func pool(within staleness: Duration) -> Pool? {
        let now = ContinuousClock.now
        return state.withLock { state in
            state.usedAt = now
            if state.watch == nil, !state.isStopped {
                state.watch = Task { [weak self] in
                    while let self, await self.look() { try? await Task.sleep(for: Self.interval) }
                }
            }
            guard let asOf = state.asOf, asOf.duration(to: now) <= staleness else { return nil }
            return standby
        }
    }

    // MARK: - Watching

    /// Asks both servers.
    ///
    /// - Returns: Whether to ask again.
    private func look() async -> Bool {
        let time = ContinuousClock.now
        let isWanted = state.withLock { state in
            let isWanted = !state.isStopped && state.usedAt.duration(to: time) < Self.patience
            if !isWanted { (state.watch, state.marks, state.asOf) = (nil, [], nil) }
            return isWanted
        }
        guard isWanted else { return false }
        guard let reached = await place(of: primary) else { return true }
        state.withLock { state in
            // Of another cluster, or of one whose primary was replaced, nothing can be compared.
            state.marks.removeAll { !$0.place.isComparable(with: reached) }
            if state.marks.count >= Self.mostMarks { state.marks.removeFirst() }
            state.marks.append((reached, time))
        }
        guard let replayed = await place(of: standby) else { return true }
        state.withLock { state in
            let known = state.marks.last { mark in
                mark.place.isComparable(with: replayed) && mark.place.offset <= replayed.offset
            }
            if let known { state.asOf = known.time }
        }
        return true
    }

    private func place(of pool: Pool) async -> LogPlace? {
        do throws(TransactionError<Never>) {
            return try await pool.submit(.read) { session throws(TransactionError<Never>) in
                try LogPlace.current(in: Transaction(session))
            }
        } catch {
            return nil
        }
    }

    // MARK: - Ending

    func stop() {
        let watch = state.withLock { state in
            state.isStopped = true
            return state.watch
        }
        watch?.cancel()
        standby.stop()
    }

    func close() async {
        stop()
        await standby.close()
    }
}
