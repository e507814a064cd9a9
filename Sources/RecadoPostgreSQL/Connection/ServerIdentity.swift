// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A server's cluster, and the server's place in the sequence of the cluster's primaries.
struct ServerIdentity: Sendable, Hashable {
    /// PostgreSQL's system identifier, which a cluster gets when it is created and its standbys
    /// share.
    let system: String
    /// A number that grows by one each time that a standby becomes the primary.
    let timeline: UInt32

    /// Asks a server for its identity; returns `nil` for a standby or if the server cannot tell.
    ///
    /// - Throws: A `StoreError` when the connection ends.
    static func of(_ connection: PostgreSQLConnection) throws(StoreError) -> ServerIdentity? {
        do throws(StoreError) {
            let place = try ServerLogPosition.of(connection)
            return place?.isStandby == false ? place?.server : nil
        } catch {
            if connection.isBroken { throw error }
            return nil
        }
    }
}
