// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SQLiteStore {
    /// Counts of the work that a store has done since it was opened.
    public struct Statistics: Sendable, Hashable {
        /// The transactions of callers that were committed.
        public internal(set) var writes: Int = 0
        /// The commits of these transactions: fewer than writes when callers were served in groups.
        public internal(set) var commits: Int = 0
        /// The calls that read.
        public internal(set) var reads: Int = 0
        /// The reads that a server's loop ran itself.
        public internal(set) var readsOnLoops: Int = 0
        /// The snapshots that reads used: fewer than ``reads`` when several reads shared one.
        public internal(set) var snapshots: Int = 0
        /// The transactions of callers that were rolled back.
        public internal(set) var rollbacks: Int = 0
        /// The groups that were divided, because one call spoilt the commit of all.
        public internal(set) var dividedGroups: Int = 0
    }
}
