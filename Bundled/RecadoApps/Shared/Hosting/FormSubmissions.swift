// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Remembers what came of forms, so that a form that is sent twice is acted on once.
///
/// Every form holds a number of its own. Whoever sends it again as it was, by a second click
/// or by loading the page anew, gets the answer of the first time; while that is still being
/// made, they wait for it. The work goes on when the browser that asked for it has gone, as
/// it has after a second click.
final class FormSubmissions: Sendable {
    private struct Entry: Sendable {
        let work: Task<Answer, Never>
        let time: ContinuousClock.Instant
    }

    /// The most answers that are remembered: 2 000, some 40 MB of the largest pages.
    private static let capacity = 2_000
    /// The time for which an answer is remembered: longer than somebody tries a page that seems
    /// stuck.
    private static let lifetime = Duration.seconds(900)

    private let entries = Mutex<[String: Entry]>([:])

    /// The number of answers in memory.
    var entryCount: Int { entries.withLock { $0.count } }

    /// Acts on a form, unless that was done already.
    ///
    /// - Parameters:
    ///   - key: The key that the form is known by; empty for a form that is not remembered.
    ///   - work: The work that acts on it.
    /// - Returns: The answer of the first time.
    func answer(
        to key: String,
        _ work: @escaping @Sendable () async -> Answer
    ) async -> Answer {
        guard !key.isEmpty else { return await work() }
        let now = ContinuousClock.now
        let task = entries.withLock { entries in
            if let known = entries[key], now - known.time < Self.lifetime { return known.work }
            if entries.count >= Self.capacity { Self.makeRoom(in: &entries, at: now) }
            let task = Task { await work() }
            entries[key] = Entry(work: task, time: now)
            return task
        }
        let answer = await task.value
        // A service that failed may be back, and whoever loads the page again finds out.
        if answer.isOutage { entries.withLock { $0[key] = nil } }
        return answer
    }

    /// Forgets what is too old, or the older half.
    private static func makeRoom(
        in entries: inout [String: Entry],
        at now: ContinuousClock.Instant
    ) {
        entries = entries.filter { now - $0.value.time < lifetime }
        // Room for one alone would have the next form look at all of them again.
        guard entries.count > capacity / 2 else { return }
        let oldest = entries.sorted { $0.value.time < $1.value.time }
            .prefix(entries.count - capacity / 2)
        for (key, _) in oldest { entries[key] = nil }
    }
}
