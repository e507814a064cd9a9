// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The revision of a post from which a form was copied: everything about the post that is needed to
/// save the form.
///
/// A form on a page carries it, since the post itself is not available when the form is sent.
public struct PostRevision: Sendable, Hashable {
    /// The identifier of the post.
    public let id: String
    /// The version that may be overwritten.
    public let version: Int
    /// True if the post names an author, which can then be changed but not removed.
    public let namesAuthor: Bool

    /// Creates a revision.
    ///
    /// - Parameters:
    ///   - id: The identifier of the post.
    ///   - version: The version that may be overwritten.
    ///   - namesAuthor: True if the post names an author.
    public init(id: String, version: Int, namesAuthor: Bool) {
        self.id = id
        self.version = version
        self.namesAuthor = namesAuthor
    }

    /// The revision of a post.
    ///
    /// - Parameter post: The post.
    public init(_ post: Post) {
        self.init(id: post.id, version: post.version, namesAuthor: post.author != nil)
    }
}
