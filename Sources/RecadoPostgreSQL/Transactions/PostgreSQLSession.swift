// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A connection inside a transaction, as the statements of a call see it.
///
/// The transaction is opened by the first statement, in the same round trip: a call that asks
/// nothing costs nothing, and one of a single statement takes two round trips, the second for
/// `COMMIT`.
final class PostgreSQLSession: StoreSession {
    let connection: PostgreSQLConnection
    private let opening: Statement?
    private var hasBegun = false
    private var active: Exchange?
    /// The first error of the server or the connection: what follows cannot be kept.
    private(set) var failure: StoreError?

    init(_ connection: PostgreSQLConnection, opening: Statement?) {
        self.connection = connection
        self.opening = opening
    }

    var dialect: Dialect { .postgreSQL }

    /// Whether the server has answered to a statement of this transaction.
    private(set) var hasAnswered = false

    func run(
        _ statement: Statement,
        eachRow: (any RowSource) -> Bool
    ) throws(StoreError) -> Changes {
        try StatementKeyword(statement.sql).check(statement.sql)
        return try runUnchecked(statement, eachRow: eachRow)
    }

    func notify(_ channel: Channel, _ payload: String) throws(StoreError) {
        try channel.check()
        _ = try run("SELECT pg_notify(\(channel.name), \(payload))") { _ in true }
    }

    /// Runs a statement that callers may not.
    @discardableResult
    func control(_ statement: Statement) throws(StoreError) -> Changes {
        try runUnchecked(statement) { _ in true }
    }

    private func runUnchecked(
        _ statement: Statement,
        eachRow: (any RowSource) -> Bool
    ) throws(StoreError) -> Changes {
        if let failure { throw failure }
        guard !connection.interruption.isFired else {
            throw noted(StoreError(.cancelled, "the task was cancelled", sql: statement.sql))
        }
        let outer = active
        defer { active = outer }
        do throws(StoreError) {
            try outer?.keepRest()
            let exchange = try begin(statement)
            active = exchange
            while try exchange.next() {
                hasAnswered = true
                guard eachRow(exchange) else { break }
            }
            try exchange.finish()
            hasAnswered = true
            return Changes(count: exchange.changedRows, lastID: 0)
        } catch {
            throw noted(error)
        }
    }

    /// Sends a statement, behind the opening of the transaction if it is the first.
    private func begin(_ statement: Statement) throws(StoreError) -> Exchange {
        guard let opening, !hasBegun else { return try Exchange(statement, on: connection) }
        var openings = [opening]
        if connection.options.isBehindPooler {
            openings.append(connection.options.settings(isLocal: true))
        }
        guard connection.options.usesPipeline else {
            hasBegun = true
            for opening in openings { try Exchange(opening, on: connection).finish() }
            return try Exchange(statement, on: connection)
        }
        // A statement that cannot be sent, such as for its size, opens nothing.
        let exchange = try Exchange(statement, after: openings, on: connection)
        hasBegun = true
        return exchange
    }

    /// Remembers an error that spoils the transaction.
    private func noted(_ error: StoreError) -> StoreError {
        failure = failure ?? error
        return error
    }

    // MARK: - Ending

    /// Keeps what was written.
    ///
    /// A connection that ends after `COMMIT` was sent leaves open whether the server took it, and
    /// so does one that the server ends in answer to it. Where nothing was written nothing is open.
    func commit(isReading: Bool) throws(StoreError) {
        guard hasBegun else { return }
        let end: Exchange
        do throws(StoreError) {
            end = try Exchange("COMMIT", on: connection, isCancellable: false)
            try end.finish()
        } catch {
            guard !isReading, connection.isBroken || error.code == .connectionLost else {
                throw error
            }
            throw StoreError(
                .commitUnknown,
                "the connection ended while the transaction was committed: \(error.message)",
                sqlState: error.sqlState
            )
        }
        hasBegun = false
        guard end.commandStatus == "COMMIT" else {
            throw StoreError(.serialization, "the server rolled the transaction back instead")
        }
    }

    /// Undoes what was written; on a connection that is of no more use, by closing it.
    func rollBack() {
        guard hasBegun, !connection.isBroken else { return }
        hasBegun = false
        do throws(StoreError) {
            try Exchange("ROLLBACK", on: connection, isCancellable: false).finish()
        } catch {
            _ = connection.lost()
        }
    }
}
