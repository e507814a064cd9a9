// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A sequence of news: at once, and then with each notification of a subscription.
struct NewsSequence<News: Sendable>: AsyncSequence, Sendable {
    let changes: NotificationSequence
    /// Makes the news for a notification, which is `nil` at the beginning; returning `nil` ends the
    /// sequence, and the client reconnects.
    let news: @Sendable (StoreNotification?) async -> News?

    func makeAsyncIterator() -> Iterator {
        Iterator(changes: changes.makeAsyncIterator(), news: news)
    }

    struct Iterator: AsyncIteratorProtocol {
        var changes: NotificationSequence.Iterator
        let news: @Sendable (StoreNotification?) async -> News?
        var hasBegun = false

        /// The next news; `nil` at the end, also when the store is closed.
        mutating func next() async -> News? {
            guard hasBegun else {
                hasBegun = true
                return await news(nil)
            }
            guard let change = await changes.next() else { return nil }
            return await news(change)
        }
    }
}
