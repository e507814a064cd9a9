// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The number of pages to which a file may grow.
///
/// A transaction that deletes rows may exceed the limit a little, because deleting a row can write
/// to a text index. Otherwise, rows of a full database could not be deleted.
struct PageLimit {
    /// The limit, in pages, for transactions that delete no rows.
    let usual: Int64
    /// True if the current transaction deletes rows.
    var isRemoving = false

    /// Creates a limit from a size in bytes.
    init(bytes: Int, pageSize: Int64) {
        usual = max(Int64(bytes) / pageSize, 1)
    }

    /// The limit that applies to the current transaction: if it deletes rows, a sixteenth (at least
    /// 32 pages) above `usual`.
    var current: Int64 { isRemoving ? usual + max(usual / 16, 32) : usual }
}
