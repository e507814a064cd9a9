// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension PostgreSQLStore {
    /// Counts of the work that a store has done since it was opened.
    public struct Statistics: Sendable, Hashable {
        /// The transactions that were committed, including those that only read.
        public internal(set) var commits: Int = 0
        /// The transactions that were rolled back for good.
        public internal(set) var rollbacks: Int = 0
        /// The number of times that a transaction was run again because others collided with it.
        public internal(set) var retries: Int = 0
        /// The round trips of transactions to the server, including those of repeated transactions.
        public internal(set) var roundTrips: Int = 0
        /// The reads that were sent together with those of other calls.
        public internal(set) var pipelinedReads: Int = 0
        /// The reads that took long and began anew, to make room for others.
        public internal(set) var displacedReads: Int = 0
        /// The statements that were committed together with those of other calls.
        public internal(set) var groupedWrites: Int = 0
        /// The reads that a standby answered.
        public internal(set) var replicaReads: Int = 0
        /// The connections that were made.
        public internal(set) var connections: Int = 0
        /// The attempts to connect that failed.
        public internal(set) var failedConnections: Int = 0
    }
}
