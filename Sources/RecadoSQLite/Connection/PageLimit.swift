// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The number of pages to which a file may grow.
///
/// Transactions that remove rows may use some more pages: removing a row can write to a text index,
/// and a full database that allowed no removals would stay full.
struct PageLimit {
    /// The pages that the file usually has at most.
    let usual: Int64
    /// True if the current transaction removes something.
    var isRemoving = false

    /// Creates the limit of a number of bytes.
    init(bytes: Int, pageSize: Int64) {
        usual = max(Int64(bytes) / pageSize, 1)
    }

    /// The pages that the file may have now: while rows are removed, a sixteenth more, at least 32.
    var current: Int64 { isRemoving ? usual + max(usual / 16, 32) : usual }
}
