// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoContracts
import RecadoEndpoints
import RecadoHTTP

/// The calls that screens of the posts make, with errors that screens can show.
public struct PostCalls: Sendable {
    /// One or more consecutive pages of the list.
    public struct ListPage: Sendable, Hashable {
        /// The posts, the newest first.
        public var posts: [Post]
        /// The number of the last page included, from 1.
        public let page: Int
        /// The number of posts on all pages.
        public var total: Int

        /// Creates a part of the list.
        ///
        /// - Parameters:
        ///   - posts: The posts, the newest first.
        ///   - page: The number of the last page included, from 1.
        ///   - total: The number of posts on all pages.
        public init(posts: [Post], page: Int, total: Int) {
            self.posts = posts
            self.page = page
            self.total = total
        }

        /// The number of pages, at least 1.
        public var pages: Int {
            max(1, total / PostCalls.pageLimit + (total % PostCalls.pageLimit > 0 ? 1 : 0))
        }
    }

    /// The outcomes of saving a post.
    public enum SaveOutcome: Sendable, Hashable {
        /// The post matches the form.
        case saved(Post)
        /// Nothing was saved, because somebody else has changed the post since it was copied; the
        /// value is the changed post.
        case overtaken(by: Post)
    }

    /// The greatest number of posts on a page: 20, which fill several screens of a phone.
    public static let pageLimit = 20
    /// The greatest page number that the service accepts.
    private static let greatestPage = 1_000_000
    private static let searchLimits = FieldLimits(of: ListPosts.self)

    private let client: Client

    /// Creates the calls.
    ///
    /// - Parameter client: The client of the posts.
    public init(_ client: Client) {
        self.client = client
    }

    /// Lists posts, the newest first.
    ///
    /// - Parameters:
    ///   - words: The words to search for, of which only the first 255 characters are used; all
    ///     posts by default.
    ///   - page: The number of the page, from 1.
    /// - Returns: The posts.
    /// - Throws: The error that prevented the answer.
    public func list(
        matching words: String = "",
        page: Int = 1
    ) async throws(ScreenError) -> ListPage {
        let page = min(max(1, page), Self.greatestPage)
        let words = Self.searchLimits.beginning(of: words, in: "q")
        let call = ListPosts(
            q: words.isEmpty ? nil : words,
            page: .init(wrappedValue: page),
            count: .init(wrappedValue: Self.pageLimit)
        )
        do throws(CallError<Never>) {
            let found = try await client.send(call, with: CallOptions().current)
            return ListPage(posts: found.elements, page: page, total: found.total)
        } catch {
            throw ScreenError(error)
        }
    }

    /// Reads one post.
    ///
    /// - Parameter id: The identifier of the post.
    /// - Returns: The post.
    /// - Throws: ``ScreenError/Reason/noSuchPost``, or the error that prevented the answer.
    public func post(_ id: String) async throws(ScreenError) -> Post {
        do throws(CallError<PostMissing>) {
            return try await client.send(ShowPost(id: id))
        } catch {
            throw ScreenError(error, error.failure == nil ? nil : .noSuchPost)
        }
    }

    /// Adds a post.
    ///
    /// - Parameters:
    ///   - form: The post.
    ///   - key: The key of the submission: a post that is sent several times with the same key is
    ///     added once.
    /// - Returns: The post as stored by the service.
    /// - Throws: The errors of the form's fields, or the error that prevented the change.
    @discardableResult
    public func write(_ form: PostForm, key: String) async throws(ScreenError) -> Post {
        let errors = form.errors()
        guard errors.isEmpty else { throw ScreenError(.invalid, fieldErrors: errors) }
        var options = CallOptions()
        options.fields[.idempotencyKey] = "\"\(key)\""
        do throws(CallError<Never>) {
            return try await client.send(NewPost(post: form.draft), with: options).post
        } catch {
            throw ScreenError(error)
        }
    }

    /// Changes a post to match a form, unless somebody else has changed it meanwhile.
    ///
    /// - Parameters:
    ///   - revision: The revision of the post that was copied into the form; only this revision is
    ///     overwritten.
    ///   - form: The post after the change.
    /// - Returns: The post after the change, or after a change by somebody else.
    /// - Throws: The errors of the form's fields, ``ScreenError/Reason/noSuchPost``, or the error
    ///   that prevented the change.
    @discardableResult
    public func save(
        _ revision: PostRevision,
        _ form: PostForm
    ) async throws(ScreenError) -> SaveOutcome {
        let errors = form.errors(changing: revision)
        guard errors.isEmpty else { throw ScreenError(.invalid, fieldErrors: errors) }
        do throws(CallError<EditPost.Failure>) {
            let call = EditPost(id: revision.id, changes: form.changes(of: revision.version))
            return .saved(try await client.send(call))
        } catch {
            let isGone = error.failure == .noSuchPost
            let error = ScreenError(error, isGone ? .noSuchPost : nil)
            // Servers report a conflict if the version has changed, as the contract says, or if an
            // entity tag has changed.
            guard error.kind == .conflict else { throw error }
        }
        let theirs = try await post(revision.id)
        // The answer to an earlier attempt may have been lost. If the post equals the form, that
        // attempt has saved it.
        return PostForm(theirs) == form ? .saved(theirs) : .overtaken(by: theirs)
    }

    /// Removes a post.
    ///
    /// - Parameter id: The identifier of the post.
    /// - Throws: ``ScreenError/Reason/noSuchPost``, or the error that prevented the change.
    public func delete(_ id: String) async throws(ScreenError) {
        do throws(CallError<PostMissing>) {
            _ = try await client.send(DeletePost(id: id))
        } catch {
            throw ScreenError(error, error.failure == nil ? nil : .noSuchPost)
        }
    }

    /// Streams news: the first event at once, then an event each time a post is written, changed or
    /// removed.
    ///
    /// The stream reconnects after temporary failures, within the limits of its options.
    ///
    /// - Parameter options: The options for keeping the stream alive.
    /// - Returns: The news; to see the changes, read the list.
    public func news(
        keeping options: EventStreamOptions = EventStreamOptions()
    ) -> some AsyncSequence<PostsNews, CallError<Never>> & Sendable {
        client.events(of: WatchPosts(), keeping: options)
    }
}
