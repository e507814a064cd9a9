// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
public import RecadoClient
public import RecadoContracts
import RecadoHTTP

/// A post that somebody changes, without its looks: a copy, which changes nothing until it is saved.
public struct PostEdit: Sendable, Hashable {
    /// What comes of saving it.
    public enum Outcome: Sendable, Hashable {
        /// The post is as it was typed.
        case saved(Post)
        /// Somebody else has changed the post since it was copied, into this; nothing was saved.
        case overtaken(by: Post)
    }

    /// The identifier of the post.
    public let id: String
    /// The version that was copied, or the one that is to be overwritten.
    public var version: Int
    /// Whether the post names an author, which it then always does.
    public let namesAuthor: Bool
    /// What it is to become.
    public var entry: PostEntry

    /// Copies a post.
    ///
    /// - Parameter post: The post.
    public init(_ post: Post) {
        self.init(
            id: post.id,
            version: post.version,
            namesAuthor: post.author != nil,
            entry: PostEntry(post)
        )
    }

    /// Goes on with a copy.
    ///
    /// - Parameters:
    ///   - id: The identifier of the post.
    ///   - version: The version that was copied.
    ///   - namesAuthor: Whether the post names an author.
    ///   - entry: What it is to become.
    public init(id: String, version: Int, namesAuthor: Bool, entry: PostEntry) {
        self.id = id
        self.version = version
        self.namesAuthor = namesAuthor
        self.entry = entry
    }

    /// Saves the copy, unless somebody else has changed the post meanwhile.
    ///
    /// Saving once more what was saved already does no harm: a post that is as it was typed is as good as saved.
    ///
    /// - Parameter client: A client whose base is what comes before `/posts`.
    /// - Returns: The post as the service keeps it.
    /// - Throws: What is wrong with the entry, that the post is gone, or why the service did not take it.
    public func save(with client: Client) async throws(Trouble) -> Outcome {
        try entry.check(alsoComplaining: complaints)
        let changes = PostChanges(
            title: entry.title,
            body: entry.body,
            author: Int(entry.author),
            version: version
        )
        do throws(CallError<EditPost.Failure>) {
            return .saved(try await client.send(EditPost(id: id, changes: changes)))
        } catch .failed(.noSuchPost) {
            throw Self.gone
        } catch {
            let trouble = Trouble(error)
            // Servers that keep the contract compare the version; others may compare tags.
            guard trouble.kind == .conflict else { throw trouble }
        }
        return try await compare(with: client)
    }

    /// What the service keeps now, beside what was typed.
    private func compare(with client: Client) async throws(Trouble) -> Outcome {
        do throws(CallError<PostMissing>) {
            let post = try await client.send(ShowPost(id: id))
            return PostEntry(post) == entry ? .saved(post) : .overtaken(by: post)
        } catch .failed(.noSuchPost) {
            throw Self.gone
        } catch {
            throw Trouble(error)
        }
    }

    /// An author that is left out stays as it is.
    private var complaints: [Trouble.Complaint] {
        guard namesAuthor, entry.author.isEmpty else { return [] }
        let words = Phrase(
            "El autor se puede cambiar, pero no quitar.",
            en: "The author can be changed, but not taken away."
        )
        return [.init("author", words)]
    }

    private static let gone = Trouble(
        .missing,
        Phrase(
            "Alguien ha borrado el mensaje. Lo que has escrito sigue aquí.",
            en: "Somebody has deleted the post. What you wrote is still here."
        )
    )
}
