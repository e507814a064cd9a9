// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The cluster that a server belongs to, and its place in the row of primaries.
struct ServerIdentity: Sendable, Hashable {
    /// The number that the cluster was given when it was made, and that its standbys share.
    let system: String
    /// One more each time that a standby takes the place of its primary.
    let timeline: UInt32

    /// Asks a server; `nil` for a standby, and for a server that does not tell.
    ///
    /// - Throws: A `StoreError` when the connection ends.
    static func of(_ connection: PostgreSQLConnection) throws(StoreError) -> ServerIdentity? {
        let session = PostgreSQLSession(connection, opening: nil)
        do throws(TransactionError<Never>) {
            let rows = try Transaction<Never>(session).all(query) { row in
                (try row[0] as String, try row[1] as String?)
            }
            guard let (system, name) = rows.first, let name else { return nil }
            // The name of a segment of the log begins with its timeline.
            return UInt32(name.prefix(8), radix: 16).map {
                ServerIdentity(system: system, timeline: $0)
            }
        } catch {
            if connection.isBroken { throw error.storeError }
            return nil
        }
    }

    private static let query: Statement = """
        SELECT (SELECT system_identifier FROM pg_control_system())::text,
            CASE WHEN NOT pg_is_in_recovery() THEN pg_walfile_name(pg_current_wal_lsn()) END
        """
}
