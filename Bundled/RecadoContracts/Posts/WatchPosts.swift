// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// Streams the number of posts: first the current number, then each time a post is written, changed
/// or removed.
public struct WatchPosts: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /posts/live"
    /// The name of the endpoint: `watch`.
    public static let name = "watch"
    /// The description of the endpoint.
    public static let about = About(
        "Tells each time that a post is written, changed or removed.",
        detail: "The first event comes at once: whoever connects anew reads the list again.",
        tags: ["posts"]
    )
    /// A stream of events with the number of posts.
    public typealias Output = EventFeed<PostsNews>

    /// Creates a call.
    public init() {}
}

/// An event that reports that posts have changed; to see the changes, read the list.
public struct PostsNews: Codable, Sendable, Hashable {
    /// The number of posts.
    public var total: Int
    /// The identifier of the newest post, if there is one.
    public var newest: String?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - total: The number of posts.
    ///   - newest: The identifier of the newest post.
    public init(total: Int, newest: String?) {
        self.total = total
        self.newest = newest
    }
}
