// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// Standbys that answer reads, and the log positions that they must have reached to do so.
///
/// Twice a second the primary is asked for the end of its write-ahead log. If a standby has applied
/// all of the log that the primary had at some time, its data is no older than that time, measured
/// only by this program's clock. The position of a standby is read on each connection, because
/// connections may lead to different standbys. The primary is not asked while there are no reads.
final class Replica: Sendable {
    private struct State {
        /// Positions of the primary's log, each with the time just before the primary was asked: a
        /// standby that has reached the position has all that was written by then.
        var marks: [(place: ServerLogPosition, time: ContinuousClock.Instant)] = []
        /// The time until which the standby is not used, and the position that it lacked; the
        /// position is `nil` if the standby was unreachable.
        var rest: (until: ContinuousClock.Instant, lacks: ServerLogPosition?)?
        var usedAt = ContinuousClock.now
        var watch: Task<Void, Never>?
        var isStopped = false
    }

    private static var interval: Duration { .milliseconds(500) }
    /// The time for which a standby that could not answer is not used.
    private static var rest: Duration { .seconds(1) }
    /// The time without a read after which the primary is not asked.
    private static var patience: Duration { .seconds(30) }
    /// The maximum number of marks, enough for ten minutes; reads that allow older data need no
    /// older mark.
    private static var mostMarks: Int { 1_200 }

    let pool: Pool
    private let primary: Pool
    private let state = Mutex(State())

    /// Prepares reads from the standbys that the options name; `nil` if they name none.
    init?(of primary: Pool, _ options: PostgreSQLStore.Options) throws(StoreError) {
        guard let address = options.replicaAddress else { return nil }
        var own = options
        own.readIsolation = .snapshot
        own.directAddress = nil
        // A read waits only this long for a standby; after that, the primary answers.
        own.acquisitionTimeout = min(options.acquisitionTimeout, .seconds(1))
        own.attempts = 1
        own.makesRoom = false
        self.primary = primary
        pool = try Pool(ServerAddress(address, options: own, isReplica: true), own)
    }

    // MARK: - Reading

    /// Returns the position that a standby must have reached for reads of the given staleness;
    /// `nil` if no standby may be used.
    func mark(within staleness: Duration) -> ServerLogPosition? {
        let now = ContinuousClock.now
        return state.withLock { state in
            state.usedAt = now
            if state.watch == nil, !state.isStopped {
                state.watch = Task { [weak self] in
                    while let self, await self.look() { try? await Task.sleep(for: Self.interval) }
                }
            }
            // The oldest mark that is recent enough is the one that a standby most likely has
            // reached.
            let mark = state.marks.first { $0.time.duration(to: now) <= staleness }?.place
            guard let mark, let rest = state.rest, rest.until > now else { return mark }
            return rest.lacks.map(mark.includes) ?? true ? nil : mark
        }
    }

    /// Excludes the standby from reads for a while.
    ///
    /// - Parameter place: The position that the standby lacks; reads that need only an earlier one
    ///   still use the standby.
    func takeRest(lacking place: ServerLogPosition?) {
        let end = ContinuousClock.now + Self.rest
        state.withLock { $0.rest = (end, place) }
    }

    // MARK: - Watching

    /// Asks the primary for the end of its log and records a mark.
    ///
    /// - Returns: True if the primary must be asked again.
    private func look() async -> Bool {
        let time = ContinuousClock.now
        let isWanted = state.withLock { state in
            let isWanted = !state.isStopped && state.usedAt.duration(to: time) < Self.patience
            if !isWanted { (state.watch, state.marks) = (nil, []) }
            return isWanted
        }
        guard isWanted, let place = await reached() else { return isWanted }
        state.withLock { state in
            // A standby follows one primary at a time, so other servers' marks are useless.
            state.marks.removeAll { $0.place.server != place.server }
            if state.marks.count >= Self.mostMarks { state.marks.removeFirst() }
            state.marks.append((place, time))
        }
        return true
    }

    private func reached() async -> ServerLogPosition? {
        try? await primary.ask { connection throws(StoreError) in
            try ServerLogPosition.of(connection)
        }
    }

    // MARK: - Ending

    func stop() {
        let watch = state.withLock { state in
            state.isStopped = true
            return state.watch
        }
        watch?.cancel()
        pool.stop()
    }

    func close() async {
        stop()
        await pool.close()
    }
}

extension PostgreSQLConnection {
    /// True if the standby has reached a primary's mark, and also a position if one is given.
    ///
    /// While the connection lasts, the standby cannot fall behind a position that it has reached.
    func hasReplayed(_ mark: ServerLogPosition, _ position: LogPosition?) throws(StoreError) -> Bool
    {
        func suffices(_ place: ServerLogPosition?) -> Bool {
            guard let place, place.includes(mark) else { return false }
            return position.map(place.position.includes) ?? true
        }
        if suffices(replayed) { return true }
        replayed = try ServerLogPosition.of(self)
        return suffices(replayed)
    }
}
