// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
public import RecadoEndpoints
import RecadoHTTP
import RecadoServerStore
public import RecadoStore

/// The implementation of the blog posts, which keeps them in a store.
///
/// ```swift
/// let posts = try await PostsService(store: store)
/// let application = try Application([posts.service])
/// ```
public struct PostsService: Sendable {
    /// The feed of changes by this process and others.
    let live: LiveFeed<PostsNews>
    /// The databases that handlers use.
    private let shards: ShardedStore
    private let ids = ObjectIDs()
    /// Returns the current Unix time.
    private let now: @Sendable () -> Int64

    /// The channel that is notified when a post has changed.
    static let channel: Channel = "posts"

    /// Opens the service, and brings the schema up to date.
    ///
    /// - Parameters:
    ///   - store: The store of the posts, on SQLite or PostgreSQL; other bundled services may share
    ///     it.
    ///   - others: Other PostgreSQL stores to divide the posts among, by identifier; none by
    ///     default. Their order must never change.
    ///   - now: The current Unix time; by default the system's clock.
    ///   - report: Called with errors of the store; does nothing by default.
    /// - Throws: `StoreError` when the store fails.
    public init(
        store: any StoreNotifications,
        dividedWith others: [any StoreNotifications] = [],
        now: (@Sendable () -> Int64)? = nil,
        report: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) async throws(StoreError) {
        let shards = ShardedStore(store, others, report: report)
        self.shards = shards
        live = LiveFeed(of: [store] + others, on: Self.channel) { _ in
            let news = try await shards.readAll { transaction throws(TransactionError<Never>) in
                (try transaction.postCount(.everything), try transaction.newestPost())
            }
            let newest = news.compactMap(\.1).max { $0.number < $1.number }
            return PostsNews(total: news.map(\.0).reduce(0, +), newest: newest?.post.id)
        }
        self.now = now ?? { Timestamp.now() }
        for store in [store] + others {
            try await store.migrate(PostsSchema.migrations)
            try await store.foldPosts()
        }
    }

    /// The endpoints with their handlers.
    public var service: Service {
        var service = Service(Posts.api)
        service.crossOrigin = .any
        service.serve(list)
        service.serve(watch)
        service.serve(create)
        service.serve(show)
        service.serve(edit)
        service.serve(delete)
        return service
    }

    // MARK: - Answering

    /// Returns a page of the posts.
    ///
    /// A long page is read while it is sent, a few posts at a time.
    func list(_ call: ListPosts) async throws(HandlerError<Never>) -> Page<Post> {
        let number = call.page?.wrappedValue ?? 1
        let limit = call.count?.wrappedValue ?? 100
        let search = PostSearch(call, in: shards.shards[0].dialect)
        let (batch, total) = try await page(search, limit: limit, offset: (number - 1) * limit)
        guard let batch, batch.rest != nil else {
            let posts = batch?.rows.map(\.post) ?? []
            return Page(posts, number: number, limit: limit, total: total)
        }
        let batches = PostBatches(first: batch, search: search, shards: shards)
        return Page(reading: batches, number: number, limit: limit, total: total)
    }

    /// Returns the first posts of a page, and the number of all posts found.
    private func page(
        _ search: PostSearch,
        limit: Int,
        offset: Int
    ) async throws(HandlerError<Never>) -> (RowBatch<PostRecord>?, total: Int) {
        guard shards.isDivided else {
            return try await shards.shards[0].read { transaction throws(TransactionError<Never>) in
                let batch = try transaction.posts(search, limit: limit, offset: offset)
                return (batch, try transaction.postCount(search))
            }
        }
        let counts = try await shards.readAll { transaction throws(TransactionError<Never>) in
            try transaction.postCount(search)
        }
        let total = counts.reduce(0, +)
        guard let newest = try await shards.number(at: offset, of: search.rows) else {
            return (nil, total)
        }
        let range = RowRange(first: .min, last: newest, count: limit)
        return (try await shards.posts(range, search), total)
    }

    func show(_ call: ShowPost) async throws(HandlerError<PostMissing>) -> Post {
        let id = try Self.id(call.id, or: PostMissing.noSuchPost)
        return try await shards[call].read { transaction throws(TransactionError<PostMissing>) in
            guard let post = try transaction.post(id) else { throw .failed(.noSuchPost) }
            return post
        }
    }

    func create(_ call: NewPost) async throws(HandlerError<Never>) -> PostCreated {
        let post = Post(
            id: ids.next(secondsSince1970: now()),
            title: Self.kept(call.post.title),
            body: Self.kept(call.post.body ?? ""),
            author: call.post.author
        )
        let key = ShowPost(id: post.id).shardKey
        let isDivided = shards.isDivided
        try await shards[key].write { transaction throws(TransactionError<Never>) in
            try transaction.notify(Self.channel, post.id)
            guard isDivided else {
                transaction.nextIsLast()
                try transaction.insert(post)
                return
            }
            try transaction.insert(post, in: key)
        }
        return PostCreated(post)
    }

    /// Changes a post; the version is compared in the same transaction, so that no other change can
    /// come in between.
    func edit(_ call: EditPost) async throws(HandlerError<EditPost.Failure>) -> Post {
        let id = try Self.id(call.id, or: EditPost.Failure.noSuchPost)
        let changes = call.changes
        return try await shards[call].write {
            transaction throws(TransactionError<EditPost.Failure>) in
            guard let post = try transaction.post(id) else { throw .failed(.noSuchPost) }
            guard (changes.version ?? post.version) == post.version else {
                throw .failed(.changedMeanwhile)
            }
            var edited = post
            if let title = changes.title { edited.title = Self.kept(title) }
            if let body = changes.body { edited.body = Self.kept(body) }
            if let author = changes.author { edited.author = author }
            guard edited != post else { return post }
            // A version that has reached the greatest integer starts again at 0.
            edited.version = edited.version < .max ? edited.version + 1 : 0
            try transaction.notify(Self.channel, id)
            transaction.nextIsLast()
            try transaction.update(edited)
            return edited
        }
    }

    func delete(_ call: DeletePost) async throws(HandlerError<PostMissing>) -> NoContent {
        let id = try Self.id(call.id, or: PostMissing.noSuchPost)
        try await shards[call].write { transaction throws(TransactionError<PostMissing>) in
            guard try transaction.deletePost(id) else { throw .failed(.noSuchPost) }
            try transaction.notify(Self.channel, id)
        }
        return NoContent()
    }

    // MARK: - Inputs

    /// Returns the stored form of an identifier; throws `failure` for any other text.
    private static func id<Failure: Problem>(
        _ text: String,
        or failure: Failure
    ) throws(HandlerError<Failure>) -> String {
        guard let id = ObjectIDs.stored(text) else { throw .failed(failure) }
        return id
    }

    /// Returns a text that SQLite and PostgreSQL can store: U+0000, which PostgreSQL rejects, is
    /// replaced.
    private static func kept(_ text: String) -> String {
        guard text.utf8.contains(0) else { return text }
        let scalars = text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
