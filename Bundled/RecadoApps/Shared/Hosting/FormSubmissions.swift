// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Remembers the answers to forms, so that a form that is sent twice is acted on once.
///
/// Every form contains its own number. If it is sent again unchanged, by a second click or by
/// reloading the page, the answer is that of the first time; if that is still being made, the
/// second request waits for it. The work goes on after the browser has closed the first request, as
/// happens after a second click.
final class FormSubmissions: Sendable {
    private struct Entry: Sendable {
        let work: Task<Answer, Never>
        let time: ContinuousClock.Instant
    }

    /// The greatest number of answers that are remembered: 2 000, about 40 MB with the largest
    /// pages.
    private static let capacity = 2_000
    /// The time for which an answer is remembered: longer than people keep trying a page that seems
    /// stuck.
    private static let lifetime = Duration.seconds(900)

    private let entries = Mutex<[String: Entry]>([:])

    /// The number of answers in memory.
    var entryCount: Int { entries.withLock { $0.count } }

    /// Acts on a form, unless that has been done already.
    ///
    /// - Parameters:
    ///   - key: The key that identifies the form; empty for a form that is not remembered.
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
        // A service that failed may be available again, so that the form is acted on when the page
        // is reloaded.
        if answer.isOutage { entries.withLock { $0[key] = nil } }
        return answer
    }

    /// Forgets answers that are too old, or the older half.
    private static func makeRoom(
        in entries: inout [String: Entry],
        at now: ContinuousClock.Instant
    ) {
        entries = entries.filter { now - $0.value.time < lifetime }
        // Making room for a single entry would make the next form search all of them again.
        guard entries.count > capacity / 2 else { return }
        let oldest = entries.sorted { $0.value.time < $1.value.time }
            .prefix(entries.count - capacity / 2)
        for (key, _) in oldest { entries[key] = nil }
    }
}
