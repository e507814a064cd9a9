// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// A page of the scores.
struct ScorePage: Sendable {
    /// The first scores of the page, up to the size of one batch.
    var scores: [Score] = []
    /// The range of all scores of the page, if they do not fit into one batch.
    var range: RowRange?
    /// True if other pages follow.
    var hasMore = false
}

extension ScorePage {
    /// Creates a page from its first scores.
    init(_ batch: RowBatch<ScoreRecord>, of range: RowRange, hasMore: Bool) {
        self.init(
            scores: batch.rows.map(\.score),
            range: batch.rest == nil ? nil : range,
            hasMore: hasMore
        )
    }

    /// Returns the range of a page's scores, which ends before the first number of the next page,
    /// if there is one.
    static func range(from first: Int, before end: Int?) -> RowRange {
        RowRange(first: first, last: end.map { $0 - 1 } ?? .max, count: ScoresService.pageLimit)
    }
}
