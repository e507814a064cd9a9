// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A position in the log of a cluster: the end of a primary's log, or of the part that a standby
/// has applied.
struct LogPlace: Sendable {
    let server: ServerIdentity
    let offset: UInt64
    let isStandby: Bool

    var position: LogPosition { LogPosition(timeline: server.timeline, offset: offset) }

    /// True if a standby at this position has all that a primary had at the other one.
    ///
    /// Positions on another timeline may be those of a server that continues by itself.
    func includes(_ other: LogPlace) -> Bool { server == other.server && offset >= other.offset }

    /// Asks the server for its position, on a connection that is in no transaction.
    ///
    /// For a standby, this is the timeline of the position up to which it has written to its own
    /// files; it may lag behind the one that the standby has reached.
    ///
    /// - Throws: The error of the server or the connection.
    static func of(_ connection: PostgreSQLConnection) throws(StoreError) -> LogPlace? {
        let session = PostgreSQLSession(connection, opening: nil)
        do throws(TransactionError<Never>) {
            return try Transaction<Never>(session).first(query) { row in
                let (timeline, offset, segment): (Int64, Int64, Int64) =
                    (try row[1], try row[2], try row[3])
                return LogPlace(
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

    /// The end of the last record, which a standby can reach.
    ///
    /// The position for the next record is behind the header of a page that is still empty
    /// (PostgreSQL's `xlog_internal.h`), and a standby never reaches it.
    private static func withoutHeader(_ offset: Int64, _ segment: Int64) -> Int64 {
        if segment > 0, offset % segment == 40 { return offset - 40 }
        return offset % 8_192 == 24 ? offset - 24 : offset
    }
}
