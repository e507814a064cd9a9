// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The statements that were too slow, each with the time until which it counts as slow.
///
/// A shared connection leaves the statements in its list to the pool. The pool has a list of its
/// own: reads that begin with a statement in that list are slow reads, of which the pool runs only
/// a limited number at a time.
///
/// A statement that was slow once, perhaps by chance, counts as slow for half a second. Each time
/// that it is slow again without having been fast in between, that period doubles, up to a minute.
struct SlowStatements: Sendable {
    /// The longest time for one statement on a shared connection, where it delays those behind it.
    static var patience: Duration { .milliseconds(20) }
    /// The longest time for a read in the pool while other reads wait for a connection.
    static var poolPatience: Duration { .milliseconds(250) }
    /// The maximum number of statements in the list, which is emptied when it would exceed this
    /// number.
    static var limit: Int { 1_024 }

    private var entries: [String: (times: Int, end: ContinuousClock.Instant)] = [:]

    /// True if any statement may currently count as slow.
    func mayRest(at now: ContinuousClock.Instant) -> Bool { last.map { $0 > now } ?? false }

    /// The time at which the last of the entries expires.
    private var last: ContinuousClock.Instant?

    /// True if a statement currently counts as slow.
    func mustRest(_ sql: String, at now: ContinuousClock.Instant) -> Bool {
        guard !entries.isEmpty, let entry = entries[sql] else { return false }
        return entry.end > now
    }

    /// Adds a statement that took too long.
    ///
    /// If several runs of it were under way at once, they count as one.
    mutating func add(_ sql: String, at now: ContinuousClock.Instant) {
        guard !mustRest(sql, at: now) else { return }
        if entries.count >= Self.limit { entries = [:] }
        let times = (entries[sql]?.times ?? 0) + 1
        let rest = min(Duration.milliseconds(500) * (1 << min(times - 1, 7)), .seconds(60))
        entries[sql] = (times, now + rest)
        last = max(last ?? now, now + rest)
    }

    /// Removes a statement that was fast.
    mutating func remove(_ sql: String) {
        if !entries.isEmpty { entries[sql] = nil }
    }
}
