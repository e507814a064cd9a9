// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoServerStore
import RecadoStore

/// The posts of a page, a few at a time.
///
/// Each batch is read separately. A post that is changed meanwhile is sent with its new content,
/// and a post that is removed meanwhile is left out.
struct PostBatches: AsyncSequence, Sendable {
    let first: RowBatch<PostRecord>
    let search: PostSearch
    let shards: ShardedStore

    func makeAsyncIterator() -> Iterator { Iterator(next: first, search: search, shards: shards) }

    struct Iterator: AsyncIteratorProtocol {
        var next: RowBatch<PostRecord>?
        /// The range of the posts still to read; `nil` at the end.
        var rest: RowRange?
        let search: PostSearch
        let shards: ShardedStore

        init(next: RowBatch<PostRecord>, search: PostSearch, shards: ShardedStore) {
            self.next = next
            self.search = search
            self.shards = shards
        }

        /// Returns the next batch of posts.
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
    /// Reads the posts of all databases by position, the newest first, up to the size of one batch.
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
