// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// Lists posts, the newest first.
public struct ListPosts: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /posts"
    /// The name of the endpoint: `list`.
    public static let name = "list"
    /// JSON and XML.
    public static let formats = Posts.formats(root: "posts")
    /// The data of a list may be up to two seconds old.
    public static let staleness: Duration = .seconds(2)
    /// The description of the endpoint.
    public static let about = About(
        "Lists posts, the newest first.",
        detail: """
            A page holds 100 posts unless `count` says otherwise; the Link field leads to others. Texts \
            are searched without regard to case and accents.
            """,
        tags: ["posts"]
    )
    /// An array of posts, without an envelope.
    public typealias Output = Page<Post>

    /// A text to find in the title or the body.
    @Query public var q: Length<0, 255>?
    /// The number of the page, from 1; 1 by default.
    @Query public var page: Within<1, 1_000_000>?
    /// The greatest number of posts on a page; 100 by default.
    @Query public var count: Within<1, 1000>?

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - q: A text to find in the title or the body, of at most 255 characters; without it, all
    ///     posts are listed.
    ///   - page: The number of the page, from 1; 1 by default.
    ///   - count: The greatest number of posts on a page, from 1 to 1000; 100 by default.
    public init(
        q: String? = nil,
        page: Within<1, 1_000_000>? = nil,
        count: Within<1, 1000>? = nil
    ) {
        self.q = q.map { .init(wrappedValue: $0) }
        self.page = page
        self.count = count
    }
}

/// Shows one post.
public struct ShowPost: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /posts/{id}"
    /// The name of the endpoint: `show`.
    public static let name = "show"
    /// JSON and XML.
    public static let formats = Posts.formats
    /// The description of the endpoint.
    public static let about = About("Shows one post.", tags: ["posts"])
    /// The post.
    public typealias Output = Post
    /// Thrown if the post does not exist.
    public typealias Failure = PostMissing

    /// The identifier of the post.
    @Path public var id: String

    /// Creates a call.
    ///
    /// - Parameter id: The identifier of the post.
    public init(id: String) {
        self.id = id
    }
}

/// The reason why a post could not be shown or removed.
public enum PostMissing: Problem, CaseIterable {
    /// No post has this identifier.
    case noSuchPost

    /// The status of the response: 404.
    public var status: Status { .notFound }
    /// The error message.
    public var title: String { "There is no such post" }
}
