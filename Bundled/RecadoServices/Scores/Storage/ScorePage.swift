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
