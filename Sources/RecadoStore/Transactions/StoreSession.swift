// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A connection inside a transaction, as a store hands it to ``Transaction``.
package protocol StoreSession: AnyObject {
    /// The dialect of the connection.
    var dialect: Dialect { get }

    /// Runs a statement and shows its rows one by one, until there are no more or the closure
    /// answers `false`.
    func run(
        _ statement: Statement,
        eachRow: (any RowSource) -> Bool
    ) throws(StoreError) -> Changes

    /// Announces that the next statement is the last.
    func nextIsLast()

    /// Announces something on a channel, should the transaction be committed.
    func notify(_ channel: Channel, _ payload: String) throws(StoreError)
}
