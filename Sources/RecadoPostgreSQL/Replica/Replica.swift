// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// Standbys that answer reads, and the positions that they must have reached for that.
///
/// Twice a second the server is asked for the end of its log. The data of a standby that has all of
/// the log that the server had at some time is no older than that time, by the clock of this
/// program alone. Each connection to a standby is asked separately, because they may lead to
/// different standbys. No server is asked while there are no reads.
final class Replica: Sendable {
    private struct State {
        /// Positions of the server's log, each with the time just before the server was asked for
        /// it: a standby that has reached the position has all that was written by then.
        var marks: [(place: LogPlace, time: ContinuousClock.Instant)] = []
        /// The time until which the standby is left alone, and the position that it did not have;
        /// the position is `nil` if the standby was away.
        var rest: (until: ContinuousClock.Instant, lacks: LogPlace?)?
        var usedAt = ContinuousClock.now
        var watch: Task<Void, Never>?
        var isStopped = false
    }

    private static var interval: Duration { .milliseconds(500) }
    /// The time for which a standby that could not answer is left alone.
    private static var rest: Duration { .seconds(1) }
    /// The time without a read after which the server is not asked any more.
    private static var patience: Duration { .seconds(30) }
    /// Ten minutes: a read that allows for older data gets newer data.
    private static var mostMarks: Int { 1_200 }

    let pool: Pool
    private let primary: Pool
    private let state = Mutex(State())

    /// Prepares for the standbys that the options name; `nil` if they name none.
    init?(of primary: Pool, _ options: PostgreSQLStore.Options) throws(StoreError) {
        guard let address = options.replicaAddress else { return nil }
        var own = options
        own.readIsolation = .snapshot
        own.directAddress = nil
        // The server answers instead of the standby, at once.
        own.acquisitionTimeout = min(options.acquisitionTimeout, .seconds(1))
        own.attempts = 1
        own.makesRoom = false
        self.primary = primary
        pool = try Pool(ServerAddress(address, options: own, isReplica: true), own)
    }

    // MARK: - Reading

    /// The position that a standby must have reached for reads that allow for some staleness; `nil`
    /// if no standby can be asked.
    func mark(within staleness: Duration) -> LogPlace? {
        let now = ContinuousClock.now
        return state.withLock { state in
            state.usedAt = now
            if state.watch == nil, !state.isStopped {
                state.watch = Task { [weak self] in
                    while let self, await self.look() { try? await Task.sleep(for: Self.interval) }
                }
            }
            // The oldest mark that is recent enough demands least of a standby.
            let mark = state.marks.first { $0.time.duration(to: now) <= staleness }?.place
            guard let mark, let rest = state.rest, rest.until > now else { return mark }
            return rest.lacks.map(mark.includes) ?? true ? nil : mark
        }
    }

    /// Leaves the standby alone for a while.
    ///
    /// - Parameter place: The position that it does not have; reads that need less still ask it.
    func takeRest(lacking place: LogPlace?) {
        let end = ContinuousClock.now + Self.rest
        state.withLock { $0.rest = (end, place) }
    }

    // MARK: - Watching

    /// Asks the server for the end of its log.
    ///
    /// - Returns: True if the server is to be asked again.
    private func look() async -> Bool {
        let time = ContinuousClock.now
        let isWanted = state.withLock { state in
            let isWanted = !state.isStopped && state.usedAt.duration(to: time) < Self.patience
            if !isWanted { (state.watch, state.marks) = (nil, []) }
            return isWanted
        }
        guard isWanted, let place = await reached() else { return isWanted }
        state.withLock { state in
            // A standby follows one server at a time.
            state.marks.removeAll { $0.place.server != place.server }
            if state.marks.count >= Self.mostMarks { state.marks.removeFirst() }
            state.marks.append((place, time))
        }
        return true
    }

    private func reached() async -> LogPlace? {
        try? await primary.ask { connection throws(StoreError) in try LogPlace.of(connection) }
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
    /// True if the standby has all that its primary had at a position, and all before another one.
    ///
    /// While the connection lasts, the standby keeps everything that it has had.
    func hasReplayed(_ mark: LogPlace, _ position: LogPosition?) throws(StoreError) -> Bool {
        func suffices(_ place: LogPlace?) -> Bool {
            guard let place, place.includes(mark) else { return false }
            return position.map(place.position.includes) ?? true
        }
        if suffices(replayed) { return true }
        replayed = try LogPlace.of(self)
        return suffices(replayed)
    }
}
