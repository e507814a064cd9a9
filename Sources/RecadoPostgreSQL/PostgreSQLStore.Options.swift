// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

extension PostgreSQLStore {
    /// What transactions that read see of those that write at the same time.
    public enum ReadIsolation: Sendable, Hashable {
        /// One snapshot that fits an order in which all transactions ran one after the other.
        case serializable
        /// One snapshot, which in rare cases fits no such order, and disturbs no writer.
        case snapshot
    }

    /// How a store is opened, and what its connections allow.
    public struct Options: Sendable {
        /// The name under which the server lists the connections; `recado` by default.
        public var applicationName: String = "recado"
        /// The connections that are kept even when nothing is asked; 1 by default.
        public var minimumConnections: Int = 1
        /// The most connections, each with a thread; 1 to 256, 16 by default.
        ///
        /// A server does best with a few for each of its processors. All programs together must
        /// stay below the server's `max_connections`, which is 100 unless it was changed.
        public var maximumConnections: Int = 16
        /// How many calls may wait for a connection; 1024 by default, as of an `SQLiteStore`.
        public var waitingLimit: Int = 1_024
        /// How long a call waits for a connection; five seconds by default.
        public var acquisitionTimeout: Duration = .seconds(5)
        /// How long connecting may take, beside the look-up of the name; ten seconds by default.
        public var connectTimeout: Duration = .seconds(10)
        /// How long one statement may take; 30 seconds by default, `nil` for as long as it likes.
        public var statementTimeout: Duration? = .seconds(30)
        /// How long a lock of another transaction is waited for; five seconds by default.
        public var lockTimeout: Duration = .seconds(5)
        /// How long a closure may compute between two statements; 30 seconds by default.
        public var idleInTransactionTimeout: Duration = .seconds(30)
        /// How long a connection above the minimum is kept unused; five minutes by default.
        public var idleTimeout: Duration = .seconds(300)
        /// How long a connection rests before the server is asked whether it is there; 30 seconds.
        public var keepAliveInterval: Duration = .seconds(30)
        /// The age at which a connection is replaced; one hour by default.
        ///
        /// Programs so come to follow when the server's name leads elsewhere.
        public var maximumAge: Duration = .seconds(3_600)
        /// How often a transaction is run, at most, while others collide with it; 100 by default.
        ///
        /// Writers of this store make room for one that is run again; those of other programs do
        /// not, and may win against it many times in a row. From the tenth attempt on it rests
        /// for 50 ms on average before the next, so that it gives up after some five seconds.
        public var attempts: Int = 100
        /// What reads see of concurrent writes; `serializable` by default, as on SQLite.
        public var readIsolation: ReadIsolation = .serializable
        /// The most bytes of one text or blob that is sent; 16 MiB by default.
        public var valueLimit: Int = 16 << 20
        /// The most bytes of rows kept while another statement runs among them; 64 MiB.
        public var keptLimit: Int = 64 << 20
        /// Whether the server plans a statement once for a connection; `true` by default.
        public var preparesStatements: Bool = true
        /// Whether PgBouncer in its transaction mode stands before the server; `false` by default.
        ///
        /// Then nothing is left on a connection: no prepared statement, no setting and no lock.
        /// Migrations and notifications need a store of their own, with the server's own address.
        public var isBehindPooler: Bool = false
        /// Whether statements travel together where that saves a round trip, for measurements.
        package var usesPipeline: Bool = true

        /// Creates the default options.
        public init() {}

        /// Creates options that differ from the default.
        ///
        /// - Parameter change: Sets what is to differ.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }

        /// What the server is told of the times, for the connection or for a transaction.
        func settings(isLocal: Bool) -> Statement {
            """
            SELECT set_config('statement_timeout', \(Self.text(statementTimeout)), \(
                unsafeSQL: isLocal ? "true" : "false"
            )), set_config('lock_timeout', \(Self.text(lockTimeout)), \(
                unsafeSQL: isLocal ? "true" : "false"
            )), set_config('idle_in_transaction_session_timeout', \(
                Self.text(idleInTransactionTimeout)
            ), \(unsafeSQL: isLocal ? "true" : "false"))
            """
        }

        /// A time in the server's words: milliseconds, of which zero would mean no limit.
        static func text(_ time: Duration?) -> String {
            guard let time else { return "0" }
            let (seconds, attoseconds) = time.components
            let bounded = min(max(seconds, 0), 1 << 20)
            return "\(max(1, bounded * 1_000 + attoseconds / 1_000_000_000_000_000))"
        }
    }
}
