// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The number of pages to which a file may grow.
///
/// A transaction that removes rows may use some more pages: removing a row can write to a text
/// index, and a full database that allowed no removals would stay full.
struct PageLimit {
    /// The limit in pages outside such transactions.
    let usual: Int64
    /// True if the current transaction deletes rows.
    var isRemoving = false

    /// Creates a limit from a size in bytes.
    init(bytes: Int, pageSize: Int64) {
        usual = max(Int64(bytes) / pageSize, 1)
    }

    /// The limit for now; while rows are deleted, a sixteenth (at least 32 pages) above `usual`.
    var current: Int64 { isRemoving ? usual + max(usual / 16, 32) : usual }
}
