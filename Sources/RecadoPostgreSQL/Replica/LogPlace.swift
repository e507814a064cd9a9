// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A place in the log of a cluster: the end of a primary's, or what a standby has applied of it.
struct LogPlace: Sendable, Hashable {
    let server: ServerIdentity
    let offset: Int64

    /// Whether one of two places is before the other, or the same.
    ///
    /// Places of another timeline may be those of a server that goes on by itself.
    func isComparable(with other: LogPlace) -> Bool { server == other.server }

    /// Asks the server of a transaction.
    ///
    /// A standby tells the timeline up to which it is sure to have come, which may be a while after
    /// it has: that of the place up to which it has written to its own files.
    static func current(
        in transaction: borrowing Transaction<Never>
    ) throws(TransactionError<Never>) -> LogPlace? {
        try transaction.first(
            """
            SELECT (SELECT system_identifier FROM pg_control_system())::text,
                CASE WHEN pg_is_in_recovery()
                    THEN (SELECT min_recovery_end_timeline FROM pg_control_recovery())
                    ELSE ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
                END,
                CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                    ELSE pg_current_wal_insert_lsn() END - '0/0'::pg_lsn
            """
        ) { row in
            let (timeline, offset): (Int64, Int64) = (try row[1], try row[2])
            return LogPlace(
                server: ServerIdentity(
                    system: try row[0],
                    timeline: UInt32(clamping: timeline)
                ),
                offset: offset
            )
        }
    }
}
