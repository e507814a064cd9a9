// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SQLiteStore {
    /// Counts of the work that a store has done since it was opened.
    public struct Statistics: Sendable, Hashable {
        /// The transactions of callers that were kept.
        public internal(set) var writes: Int = 0
        /// The commits that kept them: fewer than writes when callers were served in groups.
        public internal(set) var commits: Int = 0
        /// The calls that read.
        public internal(set) var reads: Int = 0
        /// Those of them that a server's loop ran itself.
        public internal(set) var readsOnLoops: Int = 0
        /// The snapshots that they saw: fewer than reads when callers
        /// waited for their turn together.
        public internal(set) var snapshots: Int = 0
        /// The transactions of callers that were rolled back.
        public internal(set) var rollbacks: Int = 0
        /// The groups that were taken apart, because one of them spoilt the commit of all.
        public internal(set) var dividedGroups: Int = 0
    }
}
