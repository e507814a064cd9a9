// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoContracts
import RecadoStore

extension ScoresService {
    /// Tells the best three scores now, and each time they are others.
    func watch(_ call: WatchTopScores) async throws(HandlerError<Never>) -> EventFeed<[Score]> {
        do throws(StoreError) {
            // First the subscription, then the reading: no change falls between them.
            let news = try await store.notifications(on: Self.channel)
            return EventFeed(of: TopScoresSequence(scores: self, news: news))
        } catch {
            throw .outage(ProblemDetails(error))
        }
    }
}

/// The best three scores, each time they are others.
private struct TopScoresSequence: AsyncSequence, Sendable {
    let scores: ScoresService
    let news: NotificationSequence

    func makeAsyncIterator() -> Iterator {
        Iterator(scores: scores, news: news.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        let scores: ScoresService
        var news: NotificationSequence.Iterator
        var last: [Score]?

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
                guard let now = try? await scores.topScores().scores else { return nil }
                if now != last {
                    last = now
                    return now
                }
            }
            return nil
        }
    }
}
