// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoServerStore
import RecadoStore

/// The posts of a page, a few at a time.
///
/// Each batch is read by itself: a post that is changed or removed meanwhile
/// comes as it is then, or not.
struct PostBatches: AsyncSequence, Sendable {
    let first: RowBatch<PostRecord>
    let search: PostSearch
    let store: ReportingStore

    func makeAsyncIterator() -> Iterator { Iterator(next: first, search: search, store: store) }

    struct Iterator: AsyncIteratorProtocol {
        var next: RowBatch<PostRecord>?
        /// The posts to come, until the last is read.
        var rest: RowRange?
        let search: PostSearch
        let store: ReportingStore

        init(next: RowBatch<PostRecord>, search: PostSearch, store: ReportingStore) {
            self.next = next
            self.search = search
            self.store = store
        }

        /// The next posts.
        mutating func next() async throws -> [Post]? {
            if let first = next {
                next = nil
                return take(first)
            }
            guard let range = rest else { return nil }
            let search = search
            let batch = try await store.read { transaction throws(TransactionError<Never>) in
                try transaction.posts(range, search)
            }
            return take(batch)
        }

        private mutating func take(_ batch: RowBatch<PostRecord>) -> [Post] {
            rest = batch.rest
            return batch.rows.map(\.post)
        }
    }
}
