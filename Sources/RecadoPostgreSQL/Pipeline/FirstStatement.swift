// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A session that records the first statement of a closure without running it.
final class FirstStatement: StoreSession {
    private(set) var statement: Statement?

    let dialect = Dialect.postgreSQL

    func run(
        _ statement: Statement,
        eachRow: (any RowSource) -> Bool
    ) throws(StoreError) -> Changes {
        if self.statement == nil { self.statement = statement }
        throw StoreError(.cancelled, "the statement is sent later")
    }

    func nextIsLast() {}

    func notify(_ channel: Channel, _ payload: String) throws(StoreError) {
        throw StoreError(.misuse, "a read does not notify")
    }

    /// Returns the first statement of a closure; `nil` if the closure runs none.
    static func of<Value, Failure: Error>(
        _ body: (borrowing Transaction<Failure>) throws(TransactionError<Failure>) -> Value
    ) -> Statement? {
        let session = FirstStatement()
        do throws(TransactionError<Failure>) {
            _ = try body(Transaction(session))
        } catch {
            // Expected: the session stops the closure at its first statement.
        }
        return session.statement
    }
}
