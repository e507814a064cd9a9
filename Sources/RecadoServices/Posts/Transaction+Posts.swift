// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoStore

/// A row of the table of posts.
private struct PostRecord: RowDecodable {
    let post: Post

    /// The columns that are read, in the order of ``init(row:)``.
    static let columns: Statement = "id, title, body, author, version"

    init(row: borrowing Row) throws(StoreError) {
        post = Post(
            id: try row[0],
            title: try row[1],
            body: try row[2],
            author: try row[3],
            version: try row[4]
        )
    }
}

extension Transaction {
    /// One page of the posts, the newest first, and the number of all.
    func posts(limit: Int, offset: Int) throws(Thrown) -> (posts: [Post], total: Int) {
        let total = try value("SELECT count(*) FROM post", as: Int.self) ?? 0
        let records: [PostRecord] = try all(
            """
            SELECT \(PostRecord.columns) FROM post ORDER BY place DESC LIMIT \(limit) OFFSET \(offset)
            """
        )
        return (records.map(\.post), total)
    }

    /// The post of an identifier; `nil` when there is none.
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
            INSERT INTO post (id, title, body, author, version)
            VALUES (\(post.id), \(post.title), \(post.body), \(post.author), \(post.version))
            """
        )
    }

    /// Replaces what a post says.
    func update(_ post: Post) throws(Thrown) {
        try execute(
            """
            UPDATE post SET title = \(post.title), body = \(post.body), author = \(post.author),
                version = \(post.version)
            WHERE id = \(post.id)
            """
        )
    }

    /// Removes a post, and tells whether it was there.
    func deletePost(_ id: String) throws(Thrown) -> Bool {
        try execute("DELETE FROM post WHERE id = \(id)").count > 0
    }
}
