// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A session that passes a closure the result of a statement that was sent earlier.
final class Replay: StoreSession {
    private let statement: Statement
    private let exchange: Exchange
    private var hasRun = false
    private var failure: StoreError?
    /// True if the closure ran more than one statement.
    private(set) var isMistaken = false

    let dialect = Dialect.postgreSQL

    init(of statement: Statement, _ exchange: Exchange) {
        (self.statement, self.exchange) = (statement, exchange)
    }

    func run(
        _ statement: Statement,
        eachRow: (any RowSource) -> Bool
    ) throws(StoreError) -> Changes {
        if hasRun { isMistaken = true }
        guard !hasRun, statement == self.statement else {
            throw noted(StoreError(.misuse, "another statement was sent", sql: statement.sql))
        }
        hasRun = true
        do throws(StoreError) {
            while try exchange.next() { guard eachRow(exchange) else { break } }
            try exchange.finish()
        } catch {
            throw noted(error)
        }
        return Changes(count: exchange.changedRows, lastID: 0)
    }

    func nextIsLast() {}

    func notify(_ channel: Channel, _ payload: String) throws(StoreError) {
        throw noted(StoreError(.misuse, "a statement that was sent before does not notify"))
    }

    /// Discards the rows that were not read.
    ///
    /// - Returns: The error that makes the outcome invalid; `nil` if there was none.
    func end() -> StoreError? {
        do throws(StoreError) {
            try exchange.finish()
        } catch {
            return noted(error)
        }
        return failure
    }

    private func noted(_ error: StoreError) -> StoreError {
        failure = failure ?? error
        return error
    }
}
