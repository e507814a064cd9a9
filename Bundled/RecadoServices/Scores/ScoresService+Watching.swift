// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoStore

extension ScoresService {
    /// Tells the best three scores now, and each time they are others.
    func watch(_ call: WatchTopScores) async throws(HandlerError<Never>) -> EventFeed<[Score]> {
        EventFeed(of: try await topScoresAsTheyChange())
    }

    /// The best three scores now, and each time they are others.
    func topScoresAsTheyChange() async throws(HandlerError<Never>) -> TopScoresSequence {
        do throws(StoreError) {
            // First the subscription, then the reading: no change falls between them.
            let news = try await store.notifications(on: Self.channel)
            return TopScoresSequence(scores: self, news: news)
        } catch {
            throw .problem(ProblemDetails(translating: error))
        }
    }
}

/// The best three scores, each time they are others.
struct TopScoresSequence: AsyncSequence, Sendable {
    let scores: ScoresService
    let news: NotificationSequence

    func makeAsyncIterator() -> Iterator {
        Iterator(scores: scores, news: news.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        let scores: ScoresService
        var news: NotificationSequence.Iterator
        /// The tag of those that were told last: names may be long, and bytes are compared at once.
        var last: String?

        init(scores: ScoresService, news: NotificationSequence.Iterator) {
            self.scores = scores
            self.news = news
        }

        /// The next; `nil` when the store is closed or cannot be read, and the client comes back.
        mutating func next() async -> [Score]? {
            while !Task.isCancelled {
                if last != nil {
                    guard await news.next() != nil else { return nil }
                    // The one that forgets for everybody may hear of it later.
                    scores.top.forget()
                }
                // A store that cannot be read ends the sequence.
                guard let now = try? await scores.topScores() else { return nil }
                if now.json.tag != last {
                    last = now.json.tag
                    return now.scores
                }
            }
            return nil
        }
    }
}
