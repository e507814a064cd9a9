// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoServerStore
import RecadoStore

/// The posts of a page, a few at a time.
///
/// Each batch is read separately: a post that is changed meanwhile has its new content, and one
/// that is removed is left out.
struct PostBatches: AsyncSequence, Sendable {
    let first: RowBatch<PostRecord>
    let search: PostSearch
    let shards: ShardedStore

    func makeAsyncIterator() -> Iterator { Iterator(next: first, search: search, shards: shards) }

    struct Iterator: AsyncIteratorProtocol {
        var next: RowBatch<PostRecord>?
        /// The posts to come, until the last is read.
        var rest: RowRange?
        let search: PostSearch
        let shards: ShardedStore

        init(next: RowBatch<PostRecord>, search: PostSearch, shards: ShardedStore) {
            self.next = next
            self.search = search
            self.shards = shards
        }

        /// The next posts.
        mutating func next() async throws -> [Post]? {
            if let first = next {
                next = nil
                return take(first)
            }
            guard let range = rest else { return nil }
            let batch = try await shards.posts(range, search)
            return take(batch)
        }

        private mutating func take(_ batch: RowBatch<PostRecord>) -> [Post] {
            rest = batch.rest
            return batch.rows.map(\.post)
        }
    }
}

extension ShardedStore {
    /// Reads posts of all databases by position, the newest first, as many as one batch may hold.
    func posts(
        _ range: RowRange,
        _ search: PostSearch
    ) async throws(HandlerError<Never>) -> RowBatch<PostRecord> {
        try await batch(range, isDescending: true) {
            transaction,
            range throws(TransactionError<Never>) in
            try transaction.posts(range, search)
        }
    }
}
