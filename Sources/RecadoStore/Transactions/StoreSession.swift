// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A connection inside a transaction, which a store passes to ``Transaction``.
package protocol StoreSession: AnyObject {
    /// The dialect of the connection.
    var dialect: Dialect { get }

    /// Runs a statement and passes its rows to a closure one by one, until there are no more or the
    /// closure returns `false`.
    func run(
        _ statement: Statement,
        eachRow: (any RowSource) -> Bool
    ) throws(StoreError) -> Changes

    /// Announces that the next statement is the transaction's last.
    func nextIsLast()

    /// Sends a payload on a channel when the transaction is committed.
    func notify(_ channel: Channel, _ payload: String) throws(StoreError)
}
