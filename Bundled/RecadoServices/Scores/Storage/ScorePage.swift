// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// A page of the scores.
struct ScorePage: Sendable {
    /// The scores, as many as one batch may hold.
    var scores: [Score] = []
    /// The range of all scores of the page, if there are more than one batch holds.
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

    /// The range of a page's scores, up to the first number of the next page, if there is one.
    static func range(from first: Int, before end: Int?) -> RowRange {
        RowRange(first: first, last: end.map { $0 - 1 } ?? .max, count: ScoresService.pageLimit)
    }
}
