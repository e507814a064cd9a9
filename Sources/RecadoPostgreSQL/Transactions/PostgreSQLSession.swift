// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A connection inside a transaction, as a call's closure uses it.
///
/// ```
/// one statement that reads     [BEGIN, SELECT, COMMIT]
/// several                      [BEGIN, SELECT] [UPDATE] [COMMIT]
/// several, the last announced  [BEGIN, SELECT] [UPDATE, COMMIT]
/// one, and a notification      [BEGIN, UPDATE] [pg_notify, COMMIT]
/// ```
///
/// Each pair of brackets is a round trip. The first statement begins the transaction, so a call
/// without statements costs nothing. The transaction is committed along with the last statement if
/// that is known: because the closure has announced it, or because earlier calls that began with
/// that statement ran no other.
final class PostgreSQLSession: StoreSession {
    /// The reason to send `COMMIT` along with a statement.
    private enum Last {
        /// The closure has called `nextIsLast()`.
        case announced
        /// In earlier calls, the statement was the last; if another one follows, the call is run
        /// again.
        case assumed
    }

    let connection: PostgreSQLConnection
    private let opening: Statement?
    private let isReading: Bool
    /// The statements after which a call is assumed to end, so that `COMMIT` is sent with them;
    /// `nil` to assume this of no statement.
    private let singleReads: SingleStatementReads?
    private var hasBegun = false
    private var active: Exchange?
    /// The text of the first statement.
    private(set) var first: String?
    /// The number of statements so far.
    private var count = 0
    /// Notifications to send before the next statement, in the same round trip.
    private var pending: [Statement] = []
    private var isNextLast = false
    /// The reason why `COMMIT` was sent along with the last statement; `nil` if it was not.
    private var last: Last?
    /// The first error of the server or the connection, after which the transaction cannot be
    /// committed.
    private(set) var failure: StoreError?

    init(
        _ connection: PostgreSQLConnection,
        opening: Statement?,
        isReading: Bool = false,
        singleReads: SingleStatementReads? = nil
    ) {
        self.connection = connection
        self.opening = opening
        self.isReading = isReading
        self.singleReads = singleReads
    }

    var dialect: Dialect { .postgreSQL }

    /// True if the server has answered a statement of this transaction.
    private(set) var hasAnswered = false
    /// True if there was only one statement.
    var isLone: Bool { count == 1 && !isMistaken }
    /// True if another statement followed one that was assumed to be the last.
    private(set) var isMistaken = false
    /// True if the transaction may have been committed along with an announced last statement.
    var mayBeCommitted: Bool { last == .announced }

    func run(
        _ statement: Statement,
        eachRow: (any RowSource) -> Bool
    ) throws(StoreError) -> Changes {
        try StatementKeyword(statement.sql).check(statement.sql)
        return try runUnchecked(statement, eachRow: eachRow)
    }

    func notify(_ channel: Channel, _ payload: String) throws(StoreError) {
        try channel.check()
        let statement: Statement = "SELECT pg_notify(\(channel.name), \(payload))"
        guard !isNextLast, connection.options.usesPipeline else {
            try control(statement)
            return
        }
        try checkStatement(statement.sql)
        count += 1
        pending.append(statement)
    }

    func nextIsLast() {
        isNextLast = opening != nil && connection.options.usesPipeline
    }

    /// Runs a statement for the store itself, even a statement that callers must not run.
    @discardableResult
    func control(_ statement: Statement) throws(StoreError) -> Changes {
        try runUnchecked(statement) { _ in true }
    }

    private func runUnchecked(
        _ statement: Statement,
        eachRow: (any RowSource) -> Bool
    ) throws(StoreError) -> Changes {
        try checkStatement(statement.sql)
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
            if last != nil { try checkEnd(exchange) }
            return Changes(count: exchange.changedRows, lastID: 0)
        } catch {
            // Answers arrive in order: if the server shuts down before the first answer, it has run
            // nothing.
            if error.sqlState?.hasPrefix("57P") == true, active?.hasAnswer == false { last = nil }
            throw noted(last == .announced ? unknown(error) : error)
        }
    }

    /// Throws if a further statement cannot be part of the transaction.
    private func checkStatement(_ sql: String) throws(StoreError) {
        if let failure { throw failure }
        guard last == nil else {
            isMistaken = last == .assumed
            let reason = "the transaction was committed along with the statement before"
            throw noted(StoreError(.misuse, reason, sql: sql))
        }
        guard !connection.interruption.isFired else {
            throw noted(StoreError(.cancelled, "the task was cancelled", sql: sql))
        }
    }

    /// Sends a statement, preceded by the beginning of the transaction if it is the first, and
    /// followed by `COMMIT` if it is the last.
    private func begin(_ statement: Statement) throws(StoreError) -> Exchange {
        count += 1
        if first == nil { first = statement.sql }
        guard connection.options.usesPipeline else {
            for opening in openings { try Exchange(opening, on: connection).finish() }
            hasBegun = true
            return try Exchange(statement, on: connection)
        }
        let end: Last? =
            if isNextLast {
                .announced
            } else if count == 1, singleReads?.contains(statement.sql) == true {
                .assumed
            } else {
                nil
            }
        // If the connection was lost while idle, nothing was sent yet, so nothing is committed.
        if end == .announced, !hasBegun, !connection.isAlive() { throw connection.lost() }
        // If the statement cannot be sent, for example because it is too large, the transaction
        // does not begin.
        let exchange = try Exchange(
            statement,
            after: openings + pending,
            ending: end != nil,
            on: connection,
            isCancellable: isReading || end != .announced
        )
        (hasBegun, last, pending) = (opening != nil, end, [])
        return exchange
    }

    /// The statements that begin the transaction; empty once it has begun.
    private var openings: [Statement] {
        guard let opening, !hasBegun else { return [] }
        guard connection.options.isBehindPooler else { return [opening] }
        return [opening, connection.options.settings(isLocal: true)]
    }

    /// Stores the first error and returns the given one.
    private func noted(_ error: StoreError) -> StoreError {
        failure = failure ?? error
        return error
    }

    // MARK: - Ending

    /// Commits the transaction.
    ///
    /// If the connection ends after `COMMIT` was sent, it is unknown whether the server committed.
    /// That does not matter for a transaction that only reads.
    func commit() throws(StoreError) {
        if let first, last == nil { singleReads?.note(first, isLone: count == 1) }
        guard hasBegun || !pending.isEmpty else { return }
        do throws(StoreError) {
            let end = try Exchange(
                "COMMIT",
                after: openings + pending,
                on: connection,
                isCancellable: false
            )
            (hasBegun, pending) = (true, [])
            try end.finish()
            try checkEnd(end)
        } catch {
            throw unknown(error)
        }
    }

    /// Throws an error unless the server has confirmed the commit.
    private func checkEnd(_ end: Exchange) throws(StoreError) {
        hasBegun = false
        guard end.commandStatus == "COMMIT" else {
            throw StoreError(.serialization, "the server rolled the transaction back instead")
        }
    }

    /// Returns the error for a commit that was sent: `commitUnknown` if the connection has ended.
    private func unknown(_ error: StoreError) -> StoreError {
        guard !isReading, connection.isBroken || error.code == .connectionLost else {
            return error
        }
        return .unknown(after: error)
    }

    /// Records that calls with the same first statement may run more statements.
    func noteMistake() {
        if let first { singleReads?.note(first, isLone: false) }
    }

    /// Rolls the transaction back; if that fails, marks the connection as broken.
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
