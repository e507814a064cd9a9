// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

extension PostgreSQLStore {
    /// The view that read transactions have of concurrent writes.
    public enum ReadIsolation: Sendable, Hashable {
        /// One snapshot, consistent with an order in which all transactions ran one after the
        /// other.
        case serializable
        /// One snapshot, which in rare cases fits no such order; such a read disturbs no writer.
        case snapshot
    }

    /// The settings with which a store is opened, and the limits of its connections.
    public struct Options: Sendable {
        /// The name under which the server lists the connections; `recado` by default.
        public var applicationName: String = "recado"
        /// The connections that are kept even without any calls; 1 by default.
        public var minimumConnections: Int = 1
        /// The most connections, each with a thread; 1 to 256, 16 by default.
        ///
        /// A server does best with a few connections for each of its processors. All programs
        /// together must stay below the server's `max_connections`, which is 100 unless it was
        /// changed. A quarter of the connections, or one of two or three, is reserved for reads,
        /// because commits may wait for a standby.
        public var maximumConnections: Int = 16
        /// The most calls that may wait for a connection; 1024 by default, as in an `SQLiteStore`.
        ///
        /// A quarter of these places is reserved for reads.
        public var waitingLimit: Int = 1_024
        /// The longest time that a call waits for a connection; five seconds by default.
        public var acquisitionTimeout: Duration = .seconds(5)
        /// The longest time for connecting, without the look-up of names; ten seconds by default.
        ///
        /// Several hosts share it: each gets one second first, and then its part of the remaining
        /// time.
        public var connectTimeout: Duration = .seconds(10)
        /// The longest time for one statement; 30 seconds by default, `nil` for no limit.
        public var statementTimeout: Duration? = .seconds(30)
        /// The longest wait for a lock of another transaction; five seconds by default.
        public var lockTimeout: Duration = .seconds(5)
        /// The longest time that a closure computes between statements; 30 seconds by default.
        public var idleInTransactionTimeout: Duration = .seconds(30)
        /// The time to keep an unused connection above the minimum; five minutes by default.
        public var idleTimeout: Duration = .seconds(300)
        /// The idle time before a connection is checked with the server; 30 seconds by default.
        public var keepAliveInterval: Duration = .seconds(30)
        /// The age at which a connection is replaced; one hour by default.
        ///
        /// In this way, programs notice when the server's name has been given another address.
        public var maximumAge: Duration = .seconds(3_600)
        /// The most attempts to run a transaction while others collide with it; 100 by default.
        ///
        /// Writers of this store give way to a transaction that is run again; those of other
        /// programs do not, and may win against it many times in a row. After the tenth attempt it
        /// rests for 50 ms on average before each further one, so it gives up after some five
        /// seconds.
        public var attempts: Int = 100
        /// The view that reads have of concurrent writes; `serializable` by default, as on SQLite.
        public var readIsolation: ReadIsolation = .serializable
        /// The most bytes of one text or blob that is sent; 16 MiB by default.
        public var valueLimit: Int = 16 << 20
        /// The most bytes of unread rows that are kept while another statement runs; 64 MiB by
        /// default.
        public var keptLimit: Int = 64 << 20
        /// True if the server plans a statement once for a connection; `true` by default.
        public var preparesStatements: Bool = true
        /// The server's own address, to be set if the store's address is that of a pooler that
        /// hands a connection to others after each transaction, as PgBouncer does in transaction
        /// mode; `nil` by default.
        ///
        /// With it, the store leaves nothing behind on a connection of the pooler: no prepared
        /// statement, no setting and no lock. Migrations and notifications go to the server itself.
        public var directAddress: String?
        /// The address of standbys that may answer reads which allow for staleness
        /// (`Store.allowing(staleness:)`); `nil` by default.
        ///
        /// Those reads see one snapshot, as with ``ReadIsolation/snapshot``, because a standby has
        /// no serializable transactions. The store makes as many connections to the standby as to
        /// the server. A standby that is away, or whose data is too old, is left out until it is
        /// found to be up to date enough. All hosts of a cluster may be named, whichever is the
        /// primary: a standby among them answers.
        public var replicaAddress: String?
        /// True if statements travel together when that saves a round trip; for measurements.
        package var usesPipeline: Bool = true

        /// True if reads that take long make room for others.
        var makesRoom = true

        /// True if a connection serves others after each transaction.
        var isBehindPooler: Bool { directAddress != nil }

        /// Creates the default options.
        public init() {}

        /// Creates options that differ from the default.
        ///
        /// - Parameter change: Sets the options that are to differ.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }

        /// The kind of transaction that each statement of a connection forms by itself; `nil` if
        /// transactions are opened.
        var loneKind: CallKind?

        /// Returns the statement that sets the timeouts, for the connection or for a transaction.
        func settings(isLocal: Bool) -> Statement {
            """
            SELECT set_config('statement_timeout', \(Self.text(statementTimeout)), \(
                unsafeSQL: isLocal ? "true" : "false"
            )), set_config('lock_timeout', \(Self.text(lockTimeout)), \(
                unsafeSQL: isLocal ? "true" : "false"
            )), set_config('idle_in_transaction_session_timeout', \(
                Self.text(idleInTransactionTimeout)
            ), \(unsafeSQL: isLocal ? "true" : "false"))
            """ + loneSettings
        }

        private var loneSettings: Statement {
            guard let loneKind else { return "" }
            let isSnapshot = loneKind == .read && readIsolation == .snapshot
            let isolation: Statement = """
                , set_config('default_transaction_isolation', \(
                    isSnapshot ? "repeatable read" : "serializable"
                ), false)
                """
            guard loneKind == .read else { return isolation }
            return isolation + ", set_config('default_transaction_read_only', 'on', false)"
        }

        /// A time as the server reads it: milliseconds, of which zero would mean no limit.
        static func text(_ time: Duration?) -> String {
            guard let time else { return "0" }
            let (seconds, attoseconds) = time.components
            let bounded = min(max(seconds, 0), 1 << 20)
            return "\(max(1, bounded * 1_000 + attoseconds / 1_000_000_000_000_000))"
        }
    }
}
