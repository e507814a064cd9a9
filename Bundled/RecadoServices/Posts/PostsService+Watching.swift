// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoServerStore

extension PostsService {
    /// Streams news of the posts: at once, and each time one of them has changed.
    func watch(_ call: WatchPosts) async throws(HandlerError<Never>) -> EventFeed<PostsNews> {
        live.events()
    }
}
