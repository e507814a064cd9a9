// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The pages to which a file may grow.
///
/// Transactions that remove rows may use some more of them: an index of texts is written to when a
/// row goes, and a full database that takes no removals would stay full.
struct PageLimit {
    /// The pages that the file usually has at most.
    let usual: Int64
    /// Whether the transaction that runs removes something.
    var isRemoving = false

    /// Creates the limit of a number of bytes.
    init(bytes: Int, pageSize: Int64) {
        usual = max(Int64(bytes) / pageSize, 1)
    }

    /// The pages that the file may have now: a sixteenth more, 32 at least, while rows go.
    var current: Int64 { isRemoving ? usual + max(usual / 16, 32) : usual }
}
