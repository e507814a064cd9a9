// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SQLiteStore {
    /// Counters of the work that a store has done since it was opened.
    public struct Statistics: Sendable, Hashable {
        /// The number of callers' transactions that were committed.
        public internal(set) var writes: Int = 0
        /// The number of commits; lower than ``writes`` when one commit covered several calls.
        public internal(set) var commits: Int = 0
        /// The number of read calls.
        public internal(set) var reads: Int = 0
        /// The number of reads that a server's event loop ran itself.
        public internal(set) var readsOnLoops: Int = 0
        /// The number of snapshots for reads; lower than ``reads`` when several reads shared one.
        public internal(set) var snapshots: Int = 0
        /// The number of callers' transactions that were rolled back.
        public internal(set) var rollbacks: Int = 0
        /// The number of groups whose calls were run again one by one, because one call may have
        /// made the group fail.
        public internal(set) var dividedGroups: Int = 0
    }
}
