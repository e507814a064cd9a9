// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// Adds a post.
public struct NewPost: Endpoint {
    /// The method and the path.
    public static let route: Route = "POST /posts"
    /// The name of the endpoint: `new`.
    public static let name = "new"
    /// JSON and XML.
    public static let formats = Posts.formats
    /// The description of the endpoint.
    public static let about = About("Writes a post.", tags: ["posts"])
    /// Answers with 201.
    public static let success = Status.created
    /// 256 KiB, enough for the longest text with every character escaped.
    public static let contentLimit = 262_144
    /// The post, with its identifier.
    public typealias Output = PostCreated

    /// The post.
    @Body public var post: PostDraft

    /// Creates a call.
    ///
    /// - Parameter post: The post.
    public init(post: PostDraft) {
        self.post = post
    }
}

/// A post that has been added; the answer's Location field is the address of the post.
public struct PostCreated: Codable, Sendable, Hashable, FieldCarrying {
    /// The post.
    public var post: Post

    /// Creates the answer.
    ///
    /// - Parameter post: The post.
    public init(_ post: Post) {
        self.post = post
    }

    /// Reads the post.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a member is missing or wrong.
    public init(from decoder: any Decoder) throws {
        post = try Post(from: decoder)
    }

    /// Writes the post.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try post.encode(to: encoder)
    }

    /// Adds a Location field with the address of the post: the path of the list, followed by the
    /// identifier.
    ///
    /// - Parameters:
    ///   - fields: The response's header section.
    ///   - request: The request that is being answered.
    public func write(to fields: inout Fields, answering request: Request) {
        var path = request.path.hasSuffix("/") ? request.path.dropLast() : request.path
        // The path may end with a format, as in `/posts.json`; the address of the post does not.
        if let dot = path.lastIndex(of: "."), !path[dot...].contains("/") { path = path[..<dot] }
        fields[.location] = "\(path)/\(post.id)"
    }
}

/// Changes a post.
public struct EditPost: Endpoint {
    /// The method and the path.
    public static let route: Route = "PUT /posts/{id}"
    /// The name of the endpoint: `edit`.
    public static let name = "edit"
    /// JSON and XML.
    public static let formats = Posts.formats
    /// The description of the endpoint.
    public static let about = About(
        "Changes a post.",
        detail: """
            What is left out stays as it is. The tag of what was read in If-Match, or its `__v` in the \
            content, keeps others' changes from being overwritten.
            """,
        tags: ["posts"]
    )
    /// 256 KiB, enough for the longest text with every character escaped.
    public static let contentLimit = NewPost.contentLimit
    /// The post after the change.
    public typealias Output = Post

    /// The reasons why a post could not be changed.
    public enum Failure: Problem, CaseIterable {
        /// No post has this identifier.
        case noSuchPost
        /// Somebody else has changed the post since it was read.
        case changedMeanwhile

        /// The status of the response: 404 or 409.
        public var status: Status {
            switch self {
            case .noSuchPost: .notFound
            case .changedMeanwhile: .conflict
            }
        }

        /// The error message.
        public var title: String {
            switch self {
            case .noSuchPost: "There is no such post"
            case .changedMeanwhile: "Somebody has changed the post since it was read"
            }
        }
    }

    /// The identifier of the post.
    @Path public var id: String
    /// The changes.
    @Body public var changes: PostChanges

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - id: The identifier of the post.
    ///   - changes: The changes.
    public init(id: String, changes: PostChanges) {
        self.id = id
        self.changes = changes
    }
}

/// Removes a post.
public struct DeletePost: Endpoint {
    /// The method and the path.
    public static let route: Route = "DELETE /posts/{id}"
    /// The name of the endpoint: `delete`.
    public static let name = "delete"
    /// JSON and XML.
    public static let formats = Posts.formats
    /// The description of the endpoint.
    public static let about = About("Removes a post.", tags: ["posts"])
    /// No content: the answer has only a status and header fields.
    public typealias Output = NoContent
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
