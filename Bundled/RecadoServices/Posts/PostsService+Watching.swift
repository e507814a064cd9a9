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
            // A store that cannot be read ends the sequence.
            return EventFeed(of: NewsSequence(changes: changes) { _ in try? await news() })
        } catch {
            throw .problem(ProblemDetails(translating: error))
        }
    }
}
