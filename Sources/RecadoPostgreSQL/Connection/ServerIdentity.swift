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
        do throws(StoreError) {
            let place = try LogPlace.of(connection)
            return place?.isStandby == false ? place?.server : nil
        } catch {
            if connection.isBroken { throw error }
            return nil
        }
    }
}
