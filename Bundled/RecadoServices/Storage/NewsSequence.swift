// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// News at once, and with each notification of a subscription from then on.
struct NewsSequence<News: Sendable>: AsyncSequence, Sendable {
    let changes: NotificationSequence
    /// Makes news of a notification, which is `nil` at the beginning; `nil` ends the
    /// sequence, and the client comes back.
    let news: @Sendable (StoreNotification?) async -> News?

    func makeAsyncIterator() -> Iterator {
        Iterator(changes: changes.makeAsyncIterator(), news: news)
    }

    struct Iterator: AsyncIteratorProtocol {
        var changes: NotificationSequence.Iterator
        let news: @Sendable (StoreNotification?) async -> News?
        var hasBegun = false

        /// The next news; `nil` as well when the store is closed.
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
