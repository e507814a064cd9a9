// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts of the reads of one thread, which other threads can look at.
///
/// With a count that several threads share, each read would have to wait for it.
final class ReadCounts: Sendable {
    private let isOfLoop: Bool
    private let reads = Atomic(0)
    private let snapshots = Atomic(0)

    /// Creates counts that are zero.
    ///
    /// - Parameter isOfLoop: True if loops read with the connection.
    init(isOfLoop: Bool) {
        self.isOfLoop = isOfLoop
    }

    /// Counts a read.
    func addRead() { reads.add(1, ordering: .relaxed) }

    /// Counts a snapshot.
    func addSnapshot() { snapshots.add(1, ordering: .relaxed) }

    /// Adds the counts to those of a store.
    func add(to statistics: inout SQLiteStore.Statistics) {
        let reads = reads.load(ordering: .relaxed)
        statistics.reads += reads
        if isOfLoop { statistics.readsOnLoops += reads }
        statistics.snapshots += snapshots.load(ordering: .relaxed)
    }
}
