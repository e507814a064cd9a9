// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
public import RecadoClient
public import RecadoContracts
import RecadoHTTP
import RecadoScreens

/// The posts app without its looks: the list, and what went wrong when it was last read.
public struct PostsModel: Sendable {
    /// The posts, the newest first.
    public private(set) var posts: [Post] = []
    /// The number of posts on all pages.
    public private(set) var total = 0
    /// The page that is shown, from 1.
    public private(set) var page = 1
    /// Why the list could not be read, if it could not.
    public private(set) var trouble: Trouble?

    /// The posts on a page: a few screens of a telephone.
    public static let pageSize = 20
    /// The greatest number of a page that the service knows.
    private static let greatestPage = 1_000_000

    private let client: Client

    /// Creates a model that has read nothing yet.
    ///
    /// - Parameter client: A client whose base is what comes before `/posts`.
    public init(_ client: Client) {
        self.client = client
    }

    /// The number of pages, at least 1.
    public var pages: Int { max(1, (total + Self.pageSize - 1) / Self.pageSize) }

    /// Reads one post.
    ///
    /// - Parameters:
    ///   - id: The identifier of the post.
    ///   - client: A client whose base is what comes before `/posts`.
    /// - Returns: The post.
    /// - Throws: Why it could not be read.
    public static func post(_ id: String, with client: Client) async throws(Trouble) -> Post {
        do throws(CallError<PostMissing>) {
            return try await client.send(ShowPost(id: id))
        } catch {
            throw Trouble(error)
        }
    }

    /// Removes one post.
    ///
    /// - Parameters:
    ///   - id: The identifier of the post.
    ///   - client: A client whose base is what comes before `/posts`.
    /// - Throws: That it is not there, or why it could not be removed.
    public static func delete(_ id: String, with client: Client) async throws(Trouble) {
        do throws(CallError<PostMissing>) {
            _ = try await client.send(DeletePost(id: id))
        } catch {
            throw Trouble(error)
        }
    }

    /// Reads the list; what was there stays where it cannot be read.
    ///
    /// - Parameter page: The page, from 1.
    public mutating func refresh(page: Int = 1) async {
        self.page = min(max(1, page), Self.greatestPage)
        do throws(CallError<Never>) {
            let call = ListPosts(
                page: .init(wrappedValue: self.page),
                count: .init(wrappedValue: Self.pageSize)
            )
            let found = try await client.send(call)
            (posts, total, trouble) = (found.elements, found.total, nil)
        } catch {
            trouble = Trouble(error)
        }
    }
}

/// A post that somebody fills in, without its looks.
public struct PostEntry: Sendable, Hashable {
    /// The title.
    public var title: String
    /// The text.
    public var body: String
    /// The number of the author, as it was typed; nothing for none.
    public var author: String

    /// Begins an entry.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - body: The text.
    ///   - author: The number of the author.
    public init(title: String = "", body: String = "", author: String = "") {
        self.title = title
        self.body = body
        self.author = author
    }

    /// Copies a post.
    ///
    /// - Parameter post: The post.
    public init(_ post: Post) {
        self.init(title: post.title, body: post.body, author: post.author.map(String.init) ?? "")
    }

    /// What is wrong with what was filled in, by the names of the fields.
    public var complaints: [Trouble.Complaint] {
        var complaints: [Trouble.Complaint] = []
        if title.isEmpty {
            let words = Phrase("Escribe un título.", en: "Write a title.")
            complaints.append(.init("title", words))
        } else if let error = PostForm.limits.error(of: title, in: "title") {
            complaints.append(.init(error))
        }
        if let error = PostForm.limits.error(of: body, in: "body") {
            complaints.append(.init(error))
        }
        if !author.isEmpty, Int(author) == nil {
            let words = Phrase(
                "El autor es un número; déjalo en blanco si no tienes.",
                en: "The author is a number; leave it blank if you have none."
            )
            complaints.append(.init("author", words))
        }
        return complaints
    }

    /// Finds out whether the service could take it.
    ///
    /// - Parameter others: What is wrong for another reason.
    /// - Throws: What is wrong, field by field.
    func check(alsoComplaining others: [Trouble.Complaint] = []) throws(Trouble) {
        let complaints = complaints + others
        guard !complaints.isEmpty else { return }
        let words = Phrase(
            "Falta algo o hay algo mal en el mensaje.",
            en: "Something of the post is missing or wrong."
        )
        throw Trouble(.invalid, words, complaints: complaints)
    }

    /// Writes the post.
    ///
    /// - Parameters:
    ///   - client: A client whose base is what comes before `/posts`.
    ///   - attempt: What the attempt is known by: with the same words and the same attempt, however often it
    ///     is made, one post is written. By default each attempt writes one.
    /// - Returns: The post as the service keeps it.
    /// - Throws: What is wrong with the entry, or why the service did not take it.
    public func write(
        with client: Client,
        attempt: String? = nil
    ) async throws(Trouble) -> Post {
        try check()
        do throws(CallError<Never>) {
            let draft = PostDraft(title: title, body: body, author: Int(author))
            var options = CallOptions()
            if let attempt { options.fields[.idempotencyKey] = "\"\(attempt)\"" }
            return try await client.send(NewPost(post: draft), with: options).post
        } catch {
            throw Trouble(error)
        }
    }
}
