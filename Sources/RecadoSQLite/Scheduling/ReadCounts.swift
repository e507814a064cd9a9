// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counters of one reader's work, which other threads may read.
///
/// Each reader has its own counters, because a shared counter would make the readers wait for each
/// other.
final class ReadCounts: Sendable {
    private let isOfLoop: Bool
    private let reads = Atomic(0)
    private let snapshots = Atomic(0)

    /// Creates counters that are zero.
    ///
    /// - Parameter isOfLoop: True if event loops use the reader.
    init(isOfLoop: Bool) {
        self.isOfLoop = isOfLoop
    }

    /// Counts a read.
    func addRead() { reads.add(1, ordering: .relaxed) }

    /// Counts a snapshot.
    func addSnapshot() { snapshots.add(1, ordering: .relaxed) }

    /// Adds the counts to a store's statistics.
    func add(to statistics: inout SQLiteStore.Statistics) {
        let reads = reads.load(ordering: .relaxed)
        statistics.reads += reads
        if isOfLoop { statistics.readsOnLoops += reads }
        statistics.snapshots += snapshots.load(ordering: .relaxed)
    }
}
