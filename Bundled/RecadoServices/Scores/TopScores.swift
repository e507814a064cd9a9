// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServerStore
import RecadoStore
import Synchronization

/// The best three scores, encoded as JSON and XML with entity tags.
struct TopAnswer: Sendable {
    let scores: [Score]
    let json: RailsText
    let xml: RailsText

    init(_ scores: [Score]) {
        self.scores = scores
        json = RailsText(ScoreText.json(scores))
        xml = RailsText(ScoreText.xml(scores))
    }
}

/// Content with its entity tag, which is weak, like Rack's.
struct RailsText: Sendable {
    let bytes: [UInt8]
    let tag: String

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tag = "W/" + EntityTag.fieldValue(of: bytes)
    }
}

/// A cache of the best three scores, which is valid until the scores change.
///
/// A change by this process clears the cache before the change is answered. A change by another
/// process clears the cache when its notification arrives. Scores that were read before a change
/// are not cached after the change.
final class TopScoresCache: Sendable {
    private struct State {
        var answer: TopAnswer?
        /// The number of times that the cache was cleared.
        var generation = 0
        /// True while the cache receives notifications of other processes.
        var isOpen = true
    }

    private let state = Mutex(State())

    /// Returns the cached answer, or else the current scores from the store.
    func answer(from shards: ShardedStore) async throws(HandlerError<Never>) -> TopAnswer {
        let (answer, generation) = look()
        if let answer { return answer }
        let best = try await shards.readAll { transaction throws(TransactionError<Never>) in
            try transaction.topScores()
        }
        let records = best.count == 1 ? best[0] : Self.best(of: best.flatMap(\.self))
        let fresh = TopAnswer(records.map(\.score))
        keep(fresh, readIn: generation)
        return fresh
    }

    /// Returns the best three of several databases; scores without a total come last.
    private static func best(of records: [ScoreRecord]) -> [ScoreRecord] {
        let sorted = records.sorted { one, other in
            let totals = (one.fields.total ?? .min, other.fields.total ?? .min)
            return totals.0 == totals.1 ? one.id < other.id : totals.0 > totals.1
        }
        return Array(sorted.prefix(3))
    }

    /// Returns the cached answer, if there is one, and the generation to pass to `keep` with new
    /// scores.
    private func look() -> (answer: TopAnswer?, generation: Int) {
        state.withLock { ($0.answer, $0.generation) }
    }

    /// Caches an answer, unless the cache has been cleared since the scores were read.
    private func keep(_ answer: TopAnswer, readIn generation: Int) {
        state.withLock {
            if $0.isOpen, $0.generation == generation { $0.answer = answer }
        }
    }

    /// Clears the cache.
    func forget() {
        state.withLock {
            $0.answer = nil
            $0.generation &+= 1
        }
    }

    /// Stops caching.
    func close() {
        state.withLock { $0.isOpen = false }
        forget()
    }
}
