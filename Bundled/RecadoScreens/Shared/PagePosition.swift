// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The position from which a list reads its next page, while entries are removed from the shown
/// pages.
///
/// A removal moves all later entries forward. Without a correction, the list would skip entries
/// when it reads the next page.
struct PagePosition: Sendable {
    /// The number of removed entries that no answer has taken into account yet.
    private(set) var removedCount = 0

    /// Records that an entry has been removed.
    mutating func remove() {
        removedCount += 1
    }

    /// Records that an answer has arrived.
    ///
    /// - Parameter count: ``removedCount`` at the time of the request. Later removals still count,
    ///   because the answer may not take them into account.
    mutating func settle(_ count: Int) {
        removedCount -= min(count, removedCount)
    }

    /// Returns the page with the first entry that has not been read.
    ///
    /// - Parameters:
    ///   - page: The number of the last page that is shown, from 1.
    ///   - limit: The greatest number of entries on a page.
    /// - Returns: The number of the page, from 1.
    func next(after page: Int, limit: Int) -> Int {
        let lost = removedCount / limit + (removedCount % limit > 0 ? 1 : 0)
        return max(1, max(1, page) - lost &+ 1)
    }
}
