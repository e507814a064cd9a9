// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The revision of a post from which a form was copied: all that saving the
/// form has to know of the post.
///
/// A form that is sent from a page carries it, where there is no post at hand.
public struct PostRevision: Sendable, Hashable {
    /// The identifier of the post.
    public let id: String
    /// The version that may be overwritten.
    public let version: Int
    /// Whether the post names an author, which it then always does.
    public let namesAuthor: Bool

    /// Creates a revision.
    ///
    /// - Parameters:
    ///   - id: The identifier of the post.
    ///   - version: The version that may be overwritten.
    ///   - namesAuthor: Whether the post names an author.
    public init(id: String, version: Int, namesAuthor: Bool) {
        self.id = id
        self.version = version
        self.namesAuthor = namesAuthor
    }

    /// The revision that a post is.
    ///
    /// - Parameter post: The post.
    public init(_ post: Post) {
        self.init(id: post.id, version: post.version, namesAuthor: post.author != nil)
    }
}
