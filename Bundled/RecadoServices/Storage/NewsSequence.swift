// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A sequence of news: the first element comes at once, and another with each notification.
struct NewsSequence<News: Sendable>: AsyncSequence, Sendable {
    let changes: NotificationSequence
    /// Makes the news for a notification, or for `nil` at the beginning.
    ///
    /// Returning `nil` ends the sequence, so that the client reconnects.
    let news: @Sendable (StoreNotification?) async -> News?

    func makeAsyncIterator() -> Iterator {
        Iterator(changes: changes.makeAsyncIterator(), news: news)
    }

    struct Iterator: AsyncIteratorProtocol {
        var changes: NotificationSequence.Iterator
        let news: @Sendable (StoreNotification?) async -> News?
        var hasBegun = false

        /// Returns the next news; `nil` at the end, or when the store is closed.
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
