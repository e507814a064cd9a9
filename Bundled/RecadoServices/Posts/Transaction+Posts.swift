// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoStore

/// A row of the table of posts.
struct PostRecord: NumberedRow {
    let post: Post
    /// The position of the post; the newest post has the greatest position.
    let number: Int

    /// The approximate number of bytes of a post without its texts.
    private static let leastBytes = 1 << 7
    /// The greatest number of posts in a batch.
    static let batchLimit = 128
    /// The columns to select, in the order of ``init(row:)``.
    static let columns: Statement = "id, title, body, author, version, place"

    init(row: borrowing Row) throws(StoreError) {
        post = Post(
            id: try row[0],
            title: try row[1],
            body: try row[2],
            author: try row[3],
            version: try row[4]
        )
        number = try row[5]
    }

    var bytes: Int { Self.leastBytes + post.title.utf8.count + post.body.utf8.count }
}

extension Transaction {
    /// Returns the number of posts that a search finds.
    func postCount(_ search: PostSearch) throws(Thrown) -> Int {
        try value("SELECT count(*) FROM post WHERE \(search.condition)", as: Int.self) ?? 0
    }

    /// Returns the newest post.
    func newestPost() throws(Thrown) -> PostRecord? {
        try first("SELECT \(PostRecord.columns) FROM post ORDER BY place DESC LIMIT 1")
    }

    /// Returns the first posts of a page, the newest first, after skipping `offset` posts; `nil` if
    /// no posts are left.
    func posts(
        _ search: PostSearch,
        limit: Int,
        offset: Int
    ) throws(Thrown) -> RowBatch<PostRecord>? {
        guard let newest = try value(search.rows.number(at: offset), as: Int.self) else {
            return nil
        }
        return try posts(RowRange(first: .min, last: newest, count: limit), search)
    }

    /// Reads posts by position, the newest first: up to the size of one batch, but at least one
    /// post.
    func posts(
        _ range: RowRange,
        _ search: PostSearch
    ) throws(Thrown) -> RowBatch<PostRecord> {
        try batch(
            """
            SELECT \(PostRecord.columns) FROM post
            WHERE place <= \(range.last) AND \(search.condition) ORDER BY place DESC
            LIMIT \(min(range.count, PostRecord.batchLimit + 1))
            """,
            of: range,
            limit: PostRecord.batchLimit,
            isDescending: true
        )
    }

    /// Returns the post with an identifier; `nil` if there is none.
    func post(_ id: String) throws(Thrown) -> Post? {
        let record: PostRecord? = try first(
            "SELECT \(PostRecord.columns) FROM post WHERE id = \(id)"
        )
        return record?.post
    }

    /// Adds a post.
    func insert(_ post: Post) throws(Thrown) {
        try execute(
            """
            INSERT INTO post (id, title, body, author, version, folded)
            VALUES (\(post.id), \(post.title), \(post.body), \(post.author), \(post.version),
                \(PostSearch.folded(post.title, post.body)))
            """
        )
    }

    /// Adds a post; its position among the posts of all databases is derived from the current time.
    func insert(_ post: Post, in key: ShardKey) throws(Thrown) {
        let time: Statement = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
        let folded = PostSearch.folded(post.title, post.body)
        var isAdded = false
        // If two posts have the same microsecond, the second insertion is repeated at a later time.
        while !isAdded {
            isAdded =
                try execute(
                    """
                    INSERT INTO post (place, id, title, body, author, version, folded)
                    VALUES (\(time) * 64 + \(key.slot), \(post.id), \(post.title), \(post.body),
                        \(post.author), \(post.version), \(folded))
                    ON CONFLICT (place) DO NOTHING
                    """
                ).count > 0
        }
    }

    /// Replaces the content of a post.
    func update(_ post: Post) throws(Thrown) {
        try execute(
            """
            UPDATE post SET title = \(post.title), body = \(post.body), author = \(post.author),
                version = \(post.version), folded = \(PostSearch.folded(post.title, post.body))
            WHERE id = \(post.id)
            """
        )
    }

    /// Removes a post; returns true if it existed.
    func deletePost(_ id: String) throws(Thrown) -> Bool {
        try execute("DELETE FROM post WHERE id = \(id)").count > 0
    }
}
