// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The state of the list of posts.
public struct PostListState: Sendable {
    /// The page to request.
    public struct Request: Sendable {
        /// The words to search for; empty for all posts.
        public let words: String
        /// The number of the page, from 1.
        public let page: Int
        fileprivate let isMore: Bool
        fileprivate let removedCount: Int
        fileprivate let ticket: CallState<PostCalls.ListPage>.Ticket
    }

    /// A change of one post, to apply to the list.
    public enum Change: Sendable, Hashable {
        /// The post has been written.
        case written(Post)
        /// The post has been changed; the value is the changed post.
        case changed(Post)
        /// The post with this identifier has been removed.
        case removed(String)
    }

    /// The words to search for, as typed; surrounding blanks are ignored.
    public var words = ""
    /// The posts that are shown, with the state of the call.
    public private(set) var posts = CallState<PostCalls.ListPage>()
    /// True while the service reports changes live.
    public private(set) var isLive = false

    private var position = PagePosition()
    /// The words of the search that found the shown posts.
    private var shownWords = ""

    /// Creates a list that has not been read yet.
    ///
    /// - Parameter words: The words to search for; none by default.
    public init(words: String = "") {
        self.words = words
    }

    /// True if there are posts after the shown posts.
    public var hasMore: Bool {
        guard let shown = posts.value else { return false }
        return shown.page < shown.pages
            || position.removedCount > 0 && shown.posts.count < shown.total
    }

    /// Begins to read a page, which replaces the shown posts.
    ///
    /// - Parameter page: The number of the page, from 1; the first by default.
    /// - Returns: The page to request.
    public mutating func begin(page: Int = 1) -> Request {
        request(max(1, page), isMore: false)
    }

    /// Begins to read the next page, or the last page again if posts have been removed since it was
    /// read.
    ///
    /// - Returns: The page to request; `nil` if there is none, or if a call is under way.
    public mutating func beginMore() -> Request? {
        guard let shown = posts.value, hasMore, !posts.isLoading, shownWords == words.trimmed
        else { return nil }
        let page = position.next(after: shown.page, limit: PostCalls.pageLimit)
        return request(page, isMore: true)
    }

    private mutating func request(_ page: Int, isMore: Bool) -> Request {
        Request(
            words: words.trimmed,
            page: page,
            isMore: isMore,
            removedCount: position.removedCount,
            ticket: posts.begin()
        )
    }

    /// Records the result of reading a page; has no effect if a later call has replaced this call.
    ///
    /// - Parameters:
    ///   - request: The requested page.
    ///   - result: The posts or the error; after an error, the shown posts stay.
    public mutating func finish(
        _ request: Request,
        with result: Result<PostCalls.ListPage, ScreenError>
    ) {
        let shown = request.isMore ? posts.value : nil
        let joined = result.map { page in
            guard let shown else { return page }
            let known = Set(shown.posts.map(\.id))
            var joined = page
            // A post that is added between two calls moves other posts to the next page, where they
            // are read again.
            joined.posts = shown.posts + page.posts.filter { !known.contains($0.id) }
            return joined
        }
        guard posts.finish(request.ticket, with: joined), case .success = result else { return }
        position.settle(request.removedCount)
        shownWords = request.words
    }

    /// Cancels the call under way.
    public mutating func cancel() {
        posts.cancel()
    }

    /// Applies the change of one post, without another call.
    ///
    /// - Parameter change: The change.
    public mutating func apply(_ change: Change) {
        // Only the service knows whether a new post matches the search.
        if case .written = change, !shownWords.isEmpty { return }
        posts.update { page in
            switch change {
            case .written(let post):
                guard !page.posts.contains(where: { $0.id == post.id }) else { return }
                page.posts.insert(post, at: 0)
                page.total += 1
            case .changed(let post):
                guard let index = page.posts.firstIndex(where: { $0.id == post.id }) else { return }
                page.posts[index] = post
            case .removed(let id):
                guard let index = page.posts.firstIndex(where: { $0.id == id }) else { return }
                page.posts.remove(at: index)
                page.total = max(page.posts.count, page.total - 1)
                position.remove()
            }
        }
    }

    /// Sets whether the service reports changes live.
    ///
    /// - Parameter isLive: True if it reports changes live.
    public mutating func setLive(_ isLive: Bool) {
        self.isLive = isLive
    }
}
