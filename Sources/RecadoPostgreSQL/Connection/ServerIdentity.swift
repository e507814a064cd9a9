// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The cluster that a server belongs to, and the server's place in the sequence of primaries.
struct ServerIdentity: Sendable, Hashable {
    /// The number that the cluster was given when it was made, and that its standbys share.
    let system: String
    /// A number that grows by one each time that a standby takes the place of its primary.
    let timeline: UInt32

    /// Asks a server for its identity; `nil` for a standby, and for a server that gives none.
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
