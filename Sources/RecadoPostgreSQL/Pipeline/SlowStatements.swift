// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The statements that took too long, each with the time until which it is left to the pool.
///
/// A statement that was slow once, perhaps by chance, is left out for half a second. For one that
/// is slow again each time, the rest grows to a minute in the end.
struct SlowStatements: Sendable {
    /// The longest time for one statement, which keeps those behind it waiting.
    static var patience: Duration { .milliseconds(20) }
    /// The longest time for a read in the pool while others wait for a connection.
    static var poolPatience: Duration { .milliseconds(250) }
    /// The most statements; beyond this number all are forgotten.
    static var limit: Int { 1_024 }

    private var entries: [String: (times: Int, end: ContinuousClock.Instant)] = [:]

    /// True if any statement may have to be left out.
    func mayRest(at now: ContinuousClock.Instant) -> Bool { last.map { $0 > now } ?? false }

    /// The time until which the last of them is left out.
    private var last: ContinuousClock.Instant?

    /// True if a statement is to be left out.
    func mustRest(_ sql: String, at now: ContinuousClock.Instant) -> Bool {
        guard !entries.isEmpty, let entry = entries[sql] else { return false }
        return entry.end > now
    }

    /// Adds a statement that took too long.
    ///
    /// Several runs of it may have been under way at once; they count as one.
    mutating func add(_ sql: String, at now: ContinuousClock.Instant) {
        guard !mustRest(sql, at: now) else { return }
        if entries.count >= Self.limit { entries = [:] }
        let times = (entries[sql]?.times ?? 0) + 1
        let rest = min(Duration.milliseconds(500) * (1 << min(times - 1, 7)), .seconds(60))
        entries[sql] = (times, now + rest)
        last = max(last ?? now, now + rest)
    }

    /// Forgets a statement that was fast.
    mutating func remove(_ sql: String) {
        if !entries.isEmpty { entries[sql] = nil }
    }
}
