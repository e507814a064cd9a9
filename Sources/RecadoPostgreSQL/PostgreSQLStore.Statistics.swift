// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension PostgreSQLStore {
    /// Counters of the work that a store has done since it was opened.
    public struct Statistics: Sendable, Hashable {
        /// The number of committed transactions, including those that only read.
        public internal(set) var commits: Int = 0
        /// The number of transactions that were rolled back and not run again.
        public internal(set) var rollbacks: Int = 0
        /// The number of times that a transaction was run again because of a conflict.
        public internal(set) var retries: Int = 0
        /// The number of round trips of transactions to the server, including repeated
        /// transactions.
        public internal(set) var roundTrips: Int = 0
        /// The number of reads that were sent together with those of other calls.
        public internal(set) var pipelinedReads: Int = 0
        /// The number of times that a slow read was interrupted in favor of waiting reads.
        public internal(set) var displacedReads: Int = 0
        /// The number of statements that were committed together with those of other calls.
        public internal(set) var groupedWrites: Int = 0
        /// The number of reads that a standby answered.
        public internal(set) var replicaReads: Int = 0
        /// The number of connections that were opened.
        public internal(set) var connections: Int = 0
        /// The number of failed attempts to connect.
        public internal(set) var failedConnections: Int = 0
    }
}
