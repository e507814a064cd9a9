// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The changes that a statement made.
public struct Changes: Sendable, Hashable {
    /// The number of rows inserted, updated or deleted, without changes made by triggers.
    public let count: Int
    /// The row id of the connection's last insertion; zero before the first.
    ///
    /// Only SQLite reports it; a statement that must work in both dialects uses `RETURNING id`
    /// instead.
    public let lastID: Int64

    package init(count: Int, lastID: Int64) {
        self.count = count
        self.lastID = lastID
    }
}
