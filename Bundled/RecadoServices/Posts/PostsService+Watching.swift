// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoStore

extension PostsService {
    /// Tells of the posts now, and each time that one of them has changed.
    func watch(_ call: WatchPosts) async throws(HandlerError<Never>) -> EventFeed<PostsNews> {
        do throws(StoreError) {
            // First the subscription, then the reading: no change falls between them.
            let changes = try await announcements.notifications(on: Self.channel)
            return EventFeed(of: PostsNewsSequence(posts: self, changes: changes))
        } catch {
            throw .problem(ProblemDetails(translating: error))
        }
    }
}

/// The news of the posts, each time that one of them has changed.
private struct PostsNewsSequence: AsyncSequence, Sendable {
    let posts: PostsService
    let changes: NotificationSequence

    func makeAsyncIterator() -> Iterator {
        Iterator(posts: posts, changes: changes.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        let posts: PostsService
        var changes: NotificationSequence.Iterator
        var hasBegun = false

        init(posts: PostsService, changes: NotificationSequence.Iterator) {
            self.posts = posts
            self.changes = changes
        }

        /// The next; `nil` when the store is closed or cannot be read, and the client comes back.
        mutating func next() async -> PostsNews? {
            if hasBegun {
                guard await changes.next() != nil else { return nil }
            }
            hasBegun = true
            return try? await posts.news()
        }
    }
}
