// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A position in a cluster's log: the end of a primary's log, or the part that a standby has
/// applied.
struct ServerLogPosition: Sendable {
    let server: ServerIdentity
    let offset: UInt64
    let isStandby: Bool

    var position: LogPosition { LogPosition(timeline: server.timeline, offset: offset) }

    /// True if a standby at this position has all that a primary had at the other position.
    ///
    /// Positions on another timeline do not count: they may belong to a server that has split off.
    func includes(_ other: ServerLogPosition) -> Bool {
        server == other.server && offset >= other.offset
    }

    /// Asks a server for its position, on a connection outside any transaction.
    ///
    /// A standby reports only the timeline up to which it has flushed its own files. It may already
    /// have reached a later timeline.
    ///
    /// - Throws: The error of the server or the connection.
    static func of(_ connection: PostgreSQLConnection) throws(StoreError) -> ServerLogPosition? {
        let session = PostgreSQLSession(connection, opening: nil)
        do throws(TransactionError<Never>) {
            return try Transaction<Never>(session).first(query) { row in
                let (timeline, offset, segment): (Int64, Int64, Int64) =
                    (try row[1], try row[2], try row[3])
                return ServerLogPosition(
                    server: ServerIdentity(
                        system: try row[0],
                        timeline: UInt32(clamping: timeline)
                    ),
                    offset: UInt64(clamping: withoutHeader(offset, segment)),
                    isStandby: try row[4]
                )
            }
        } catch {
            throw error.storeError
        }
    }

    private static let query: Statement = """
        SELECT (SELECT system_identifier FROM pg_control_system())::text,
            CASE WHEN pg_is_in_recovery()
                THEN (SELECT min_recovery_end_timeline FROM pg_control_recovery())
                ELSE ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
            END,
            CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                ELSE pg_current_wal_insert_lsn() END - '0/0'::pg_lsn,
            pg_size_bytes(current_setting('wal_segment_size')),
            pg_is_in_recovery()
        """

    /// Returns the end of the last record, which a standby can reach.
    ///
    /// If the next record will start on a new page, the server reports the position after that
    /// page's header (PostgreSQL's `xlog_internal.h`). A standby does not reach this position
    /// before that record exists.
    private static func withoutHeader(_ offset: Int64, _ segment: Int64) -> Int64 {
        if segment > 0, offset % segment == 40 { return offset - 40 }
        return offset % 8_192 == 24 ? offset - 24 : offset
    }
}
