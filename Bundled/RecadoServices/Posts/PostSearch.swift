// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoServerStore
import RecadoStore

/// The SQL for the posts that a call asks for.
struct PostSearch: Sendable {
    /// The condition that the posts found must meet.
    let condition: Statement

    /// The search that finds all posts.
    static let everything = PostSearch(condition: "1 = 1")

    private init(condition: Statement) {
        self.condition = condition
    }

    /// Creates the search for a call.
    ///
    /// It compares bytes instead of using `LIKE`, whose time grows with the product of both lengths
    /// if text and search repeat a letter.
    init(_ call: ListPosts, in dialect: Dialect) {
        guard let text = call.q?.wrappedValue, case let words = FoldedText.folded(text),
            !words.isEmpty
        else {
            self = .everything
            return
        }
        condition =
            dialect == .postgreSQL
            ? "strpos(folded, \(words)) > 0" : "instr(folded, \(words)) > 0"
    }

    /// The posts that are found, the newest first.
    var rows: NumberedRows {
        NumberedRows(table: "post", column: "place", condition: condition, isDescending: true)
    }

    /// Returns the searchable form of a post's title and text, separated by a line break.
    static func folded(_ title: String, _ body: String) -> String {
        FoldedText.folded(title + "\n" + body)
    }
}

extension Store {
    /// The greatest number of posts that are folded in one transaction.
    private static var batchLimit: Int { 100 }

    /// Adds the folded texts to posts from earlier versions of the service, so that searches find
    /// these posts.
    func foldPosts() async throws(StoreError) {
        var isDone = false
        while !isDone {
            let limit = Self.batchLimit
            isDone = try await write { try $0.foldPosts(limit: limit) < limit }
        }
    }
}

extension Transaction {
    /// Folds up to `limit` posts that lack folded texts, and returns their number.
    fileprivate func foldPosts(limit: Int) throws(Thrown) -> Int {
        let posts = try all(
            "SELECT place, title, body FROM post WHERE folded IS NULL LIMIT \(limit)"
        ) { row in
            (place: try row[0] as Int, title: try row[1] as String, body: try row[2] as String)
        }
        for post in posts {
            let folded = PostSearch.folded(post.title, post.body)
            try execute("UPDATE post SET folded = \(folded) WHERE place = \(post.place)")
        }
        return posts.count
    }
}
