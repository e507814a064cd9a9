// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Stores the answers to accepted forms, so that a form that is sent twice takes effect once.
///
/// Every form contains a unique number. If the user sends a form again, by a second click or by
/// reloading the page, the stored answer is returned, or the second request waits for it. The first
/// request continues even if the browser closes its connection, as browsers do after a second
/// click.
final class FormSubmissions: Sendable {
    private struct Entry: Sendable {
        let work: Task<PageResponse, Never>
        let time: ContinuousClock.Instant
    }

    /// The greatest number of stored answers: 2000, most of which are redirects.
    private static let capacity = 2_000
    /// The time for which an answer is stored: longer than users keep retrying a page that hangs.
    private static let lifetime = Duration.seconds(900)

    private let entries = Mutex<[String: Entry]>([:])

    /// The number of stored answers.
    var entryCount: Int { entries.withLock { $0.count } }

    /// Processes a form, or returns the stored answer of the same form.
    ///
    /// - Parameters:
    ///   - key: The key that identifies the form; with an empty key, the answer is not stored.
    ///   - work: Processes the form.
    /// - Returns: The answer to the first submission.
    func answer(
        to key: String,
        _ work: @escaping @Sendable () async -> PageResponse
    ) async -> PageResponse {
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
        // A form that was not accepted may be processed again. Its answer is not stored, because it
        // contains what was typed, of any length.
        if !answer.isAccepted { entries.withLock { $0[key] = nil } }
        return answer
    }

    /// Removes all expired answers, and then the oldest ones until at most half of the capacity is
    /// in use.
    private static func makeRoom(
        in entries: inout [String: Entry],
        at now: ContinuousClock.Instant
    ) {
        entries = entries.filter { now - $0.value.time < lifetime }
        // Many entries are removed at once. If only one entry were removed, each new form would
        // require sorting all entries while the store is full.
        guard entries.count > capacity / 2 else { return }
        let oldest = entries.sorted { $0.value.time < $1.value.time }
            .prefix(entries.count - capacity / 2)
        for (key, _) in oldest { entries[key] = nil }
    }
}
