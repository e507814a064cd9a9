// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

extension PostgreSQLStore {
    /// The isolation of read transactions from concurrent writes.
    public enum ReadIsolation: Sendable, Hashable {
        /// A snapshot that agrees with some order in which all transactions run one after the
        /// other.
        case serializable
        /// A snapshot that in rare cases agrees with no serial order of the transactions; a read of
        /// such a snapshot never makes a write fail.
        case snapshot
    }

    /// The options with which a store is opened.
    public struct Options: Sendable {
        /// The name under which the server lists the connections; `recado` by default.
        public var applicationName: String = "recado"
        /// The number of connections that are kept open even without calls; 1 by default.
        public var minimumConnections: Int = 1
        /// The maximum number of connections, each with a thread; 1 to 256, 16 by default.
        ///
        /// A server performs best with a few connections per processor. All programs together must
        /// stay below the server's `max_connections`, which is 100 by default. A quarter of the
        /// connections, but at least one if there are several, is reserved for reads, because
        /// commits may wait for a standby.
        public var maximumConnections: Int = 16
        /// The maximum number of calls that may wait for a connection; 1024 by default, as in an
        /// `SQLiteStore`.
        ///
        /// A quarter of this number is reserved for reads.
        public var waitingLimit: Int = 1_024
        /// The longest time that a call waits for a connection; five seconds by default.
        ///
        /// A call whose connection failed before it changed anything waits for another one until
        /// this time has passed since the call was made, or for one second if that is later.
        public var acquisitionTimeout: Duration = .seconds(5)
        /// The longest time for connecting, without name resolution; ten seconds by default.
        ///
        /// Several hosts share this time: each first gets one second, and then an equal part of the
        /// remaining time.
        public var connectTimeout: Duration = .seconds(10)
        /// The longest time for one statement; 30 seconds by default, `nil` for no limit.
        public var statementTimeout: Duration? = .seconds(30)
        /// The longest wait for another transaction's lock; five seconds by default.
        public var lockTimeout: Duration = .seconds(5)
        /// The longest time that a closure may spend between statements; 30 seconds by default.
        public var idleInTransactionTimeout: Duration = .seconds(30)
        /// The time after which an unused connection above the minimum is closed; five minutes by
        /// default.
        public var idleTimeout: Duration = .seconds(300)
        /// The idle time after which a round trip to the server checks a connection; 30 seconds by
        /// default.
        public var keepAliveInterval: Duration = .seconds(30)
        /// The age at which a connection is replaced; one hour by default.
        ///
        /// Because the new connection resolves the server's name again, programs notice when the
        /// name gets another address.
        public var maximumAge: Duration = .seconds(3_600)
        /// The maximum number of attempts to run a transaction that conflicts with others; 100 by
        /// default.
        ///
        /// While a transaction is run again, other writers of this store wait for it. Writers of
        /// other programs do not wait, so the transaction may lose to them many times in a row.
        /// After the tenth attempt, the transaction pauses for 50 ms on average before each
        /// attempt, so it gives up after about five seconds.
        public var attempts: Int = 100
        /// The isolation of reads from concurrent writes; `serializable` by default, as on SQLite.
        public var readIsolation: ReadIsolation = .serializable
        /// The maximum size in bytes of a text or blob that is sent; 16 MiB by default.
        public var valueLimit: Int = 16 << 20
        /// The maximum size in bytes of the unread rows that are held in memory while another
        /// statement runs; 64 MiB by default.
        public var keptLimit: Int = 64 << 20
        /// True if each connection prepares its statements, so that the server parses them only
        /// once for each connection; `true` by default.
        public var preparesStatements: Bool = true
        /// The server's own address; set it if the store's address is that of a pooler that
        /// reassigns connections after each transaction, such as PgBouncer in transaction mode.
        ///
        /// `nil` by default.
        ///
        /// With this option, the store leaves nothing behind on a pooler's connection: no prepared
        /// statement, no setting and no lock. Migrations and notifications use the server directly.
        public var directAddress: String?
        /// The address of standbys that may answer reads with `Store.allowing(staleness:)`; `nil`
        /// by default.
        ///
        /// Those reads see one snapshot, as with ``ReadIsolation/snapshot``, because a standby has
        /// no serializable transactions. The store opens up to as many connections to standbys as
        /// to the primary. A standby that is unreachable, or whose data is too old, is tried again
        /// after a second. The address may name all hosts of a cluster, including the primary: the
        /// store connects to one of the standbys.
        public var replicaAddress: String?
        /// True if statements are sent together when that saves a round trip; `false` serves to
        /// measure the difference.
        package var usesPipeline: Bool = true

        /// True if slow reads are interrupted in favor of waiting reads.
        var makesRoom = true

        /// True if the server's connections are reassigned by a pooler after each transaction.
        var isBehindPooler: Bool { directAddress != nil }

        /// Creates the default options.
        public init() {}

        /// Creates the default options and changes some of them.
        ///
        /// - Parameter change: Changes the options that are to differ.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }

        /// The kind of call, if each statement of a connection is a transaction by itself; `nil` if
        /// transactions are begun explicitly.
        var loneKind: CallKind?

        /// Returns a statement that sets the timeouts of a connection or, if `isLocal`, of a
        /// transaction.
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

        /// Returns a duration in milliseconds, at least 1, as text for the server; for `nil`,
        /// returns `0`, which means no limit.
        static func text(_ time: Duration?) -> String {
            guard let time else { return "0" }
            let (seconds, attoseconds) = time.components
            let bounded = min(max(seconds, 0), 1 << 20)
            return "\(max(1, bounded * 1_000 + attoseconds / 1_000_000_000_000_000))"
        }
    }
}
