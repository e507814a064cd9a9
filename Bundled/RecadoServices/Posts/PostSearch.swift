// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoServerStore
import RecadoStore

/// The posts that a call asks for, in SQL.
struct PostSearch: Sendable {
    /// The condition that the posts found must meet.
    let condition: Statement

    /// All posts.
    static let everything = PostSearch(condition: "1 = 1")

    private init(condition: Statement) {
        self.condition = condition
    }

    /// Translates a call.
    init(_ call: ListPosts) {
        guard let pattern = FoldedText.pattern(call.q?.wrappedValue) else {
            self = .everything
            return
        }
        condition = "folded LIKE \(pattern) ESCAPE '\\'"
    }

    /// The posts that are found, the newest first.
    var rows: NumberedRows {
        NumberedRows(table: "post", column: "place", condition: condition, isDescending: true)
    }

    /// The title and the text of a post in the form that is searched, separated by a line break.
    static func folded(_ title: String, _ body: String) -> String {
        FoldedText.folded(title + "\n" + body)
    }
}

extension Store {
    /// The most posts that are folded at a time.
    private static var batchLimit: Int { 100 }

    /// Adds folded texts to the posts of earlier versions, which lack them, so that searches find
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
    /// Folds some of the posts that have yet to be folded, and returns their number.
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
