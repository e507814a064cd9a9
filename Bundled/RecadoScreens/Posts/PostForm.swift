// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// A post as entered in a form.
///
/// It is a copy: the post itself changes only when the form is saved.
public struct PostForm: Sendable, Hashable {
    /// The title.
    public var title: String
    /// The text.
    public var body: String
    /// The number of the author, as typed; empty if there is none.
    public var author: String

    /// The limits of the fields, as `NewPost` declares them.
    public static let limits = FieldLimits(of: NewPost.self)

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - body: The text.
    ///   - author: The number of the author, as typed; empty if there is none.
    public init(title: String = "", body: String = "", author: String = "") {
        self.title = title
        self.body = body
        self.author = author
    }

    /// Creates a form with a copy of a post.
    ///
    /// - Parameter post: The post.
    public init(_ post: Post) {
        self.init(title: post.title, body: post.body, author: post.author.map(String.init) ?? "")
    }

    /// The errors of the fields, in the order of the fields; empty if the service could accept the
    /// form.
    ///
    /// - Parameter revision: The revision of the post to change; an author can be changed, but not
    ///   removed. `nil` for a new post.
    /// - Returns: The errors.
    public func errors(changing revision: PostRevision? = nil) -> [FieldError] {
        let limits = Self.limits
        let keepsAuthor = revision?.namesAuthor == true && author.isEmpty
        return [
            limits.error(of: title, in: "title"),
            limits.error(of: body, in: "body"),
            keepsAuthor
                ? FieldError("author", .notRemovable)
                : limits.error(ofNumber: author, in: "author"),
        ].compactMap(\.self)
    }

    /// The post to add.
    var draft: PostDraft { PostDraft(title: title, body: body, author: Int(author)) }

    /// Returns the changes that make a post with this version match the form.
    func changes(of version: Int) -> PostChanges {
        PostChanges(title: title, body: body, author: Int(author), version: version)
    }
}
