// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The revision of a post that was copied into a form: the data that saving the form requires.
///
/// A form on a web page contains the revision, since the post itself is not available when the form
/// is sent.
public struct PostRevision: Sendable, Hashable {
    /// The identifier of the post.
    public let id: String
    /// The version of the post that saving the form may overwrite.
    public let version: Int
    /// True if the post names an author, who can then be changed but not removed.
    public let namesAuthor: Bool

    /// Creates a revision.
    ///
    /// - Parameters:
    ///   - id: The identifier of the post.
    ///   - version: The version of the post that saving the form may overwrite.
    ///   - namesAuthor: True if the post names an author.
    public init(id: String, version: Int, namesAuthor: Bool) {
        self.id = id
        self.version = version
        self.namesAuthor = namesAuthor
    }

    /// Creates the revision of a post.
    ///
    /// - Parameter post: The post.
    public init(_ post: Post) {
        self.init(id: post.id, version: post.version, namesAuthor: post.author != nil)
    }
}
