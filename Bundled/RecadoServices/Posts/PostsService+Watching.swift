// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoServerStore

extension PostsService {
    /// Streams news of the posts: first the current state, then an event each time a post changes.
    func watch(_ call: WatchPosts) async throws(HandlerError<Never>) -> EventFeed<PostsNews> {
        live.events()
    }
}
