// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints

/// Blog posts that anyone may read, write, change and remove.
public enum Posts: Sendable {
    /// The declaration of the service.
    public static let api = API(
        name: "posts",
        title: "Posts",
        version: "1.0.0",
        prefix: "/api",
        about: """
            Blog posts that anyone may read, write, change and remove, from pages of every origin as \
            well. Whoever sends back the tag of what they read overwrites nobody.
            """,
        endpoints: [
            ListPosts.self, WatchPosts.self, NewPost.self, ShowPost.self, EditPost.self,
            DeletePost.self,
        ]
    )

    /// The formats of posts: JSON, and XML on request.
    ///
    /// In XML, a post is an element `post`, and a list is an element `posts` that contains the
    /// posts.
    public static let formats = formats(root: "post")

    /// Returns the formats of an endpoint, with the given name for the root element in XML.
    static func formats(root: String) -> [Format] {
        var xml = XML()
        xml.root = root
        xml.item = "post"
        return [.json, .xml(xml)]
    }
}
