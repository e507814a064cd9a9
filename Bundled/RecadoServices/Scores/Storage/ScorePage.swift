// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// A page of the scores.
struct ScorePage: Sendable {
    /// The scores, as many as are held at a time.
    var scores: [Score] = []
    /// All scores of the page, when they are more than that.
    var range: RowRange?
    /// Whether other pages follow.
    var hasMore = false
}

extension ScorePage {
    /// Puts the first scores of a page into it.
    init(_ batch: RowBatch<ScoreRecord>, of range: RowRange, hasMore: Bool) {
        self.init(
            scores: batch.rows.map(\.score),
            range: batch.rest == nil ? nil : range,
            hasMore: hasMore
        )
    }

    /// The scores of a page, up to the first number of the next page, if there is one.
    static func range(from first: Int, before end: Int?) -> RowRange {
        RowRange(first: first, last: end.map { $0 - 1 } ?? .max, count: ScoresService.pageLimit)
    }
}
