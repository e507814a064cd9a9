// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// A read of one statement that travels with others.
protocol PipelinedCall: AnyObject, Sendable {
    var statement: Statement { get }

    /// Runs the closure with the answer to its statement, and answers the caller.
    func finish(with exchange: Exchange) -> PipelinedEnding

    /// Sends the caller back to the pool, where the call begins anew.
    func giveBack()
}

/// The ending of a read that travelled with others.
enum PipelinedEnding {
    /// The caller has its answer: a value, or the closure's own failure.
    case answered(isKept: Bool)
    /// The caller was sent back to the pool.
    case givenBack(StoreError)
}

/// A closure that reads, whose first statement is known, and the caller that waits for it.
final class PipelinedRead<Value: Sendable, Failure: Error>: PipelinedCall {
    typealias Outcome = Result<Value, TransactionError<Failure>>

    let statement: Statement
    private let body:
        @Sendable (borrowing Transaction<Failure>) throws(TransactionError<Failure>) -> Value
    private let lone: LoneReads
    private let state = Mutex(State())

    private struct State: Sendable {
        var caller: CheckedContinuation<Outcome?, Never>?
        /// Whether the caller was told, or is to be told at once.
        var isOver = false
    }

    init(
        _ statement: Statement,
        _ lone: LoneReads,
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) {
        (self.statement, self.lone, self.body) = (statement, lone, body)
    }

    /// Takes the caller in; `false` when it was sent back already.
    func wait(_ caller: CheckedContinuation<Outcome?, Never>) -> Bool {
        let isOver = state.withLock { state in
            if !state.isOver { state.caller = caller }
            return state.isOver
        }
        if isOver { caller.resume(returning: nil) }
        return !isOver
    }

    func finish(with exchange: Exchange) -> PipelinedEnding {
        if state.withLock(\.isOver) {
            try? exchange.finish()
            return .givenBack(StoreError(.cancelled, "the task was cancelled"))
        }
        let session = Replay(of: statement, exchange)
        let outcome: Outcome
        do throws(TransactionError<Failure>) {
            outcome = .success(try body(Transaction(session)))
        } catch {
            outcome = .failure(error)
        }
        if session.isMistaken { lone.note(statement.sql, isLone: false) }
        if let error = session.end() {
            giveBack()
            return .givenBack(error)
        }
        answer(outcome)
        if case .success = outcome { return .answered(isKept: true) }
        return .answered(isKept: false)
    }

    func giveBack() { answer(nil) }

    private func answer(_ outcome: Outcome?) {
        let caller = state.withLock { state in
            defer { (state.caller, state.isOver) = (nil, true) }
            return state.caller
        }
        caller?.resume(returning: outcome)
    }
}

/// A session that gives a closure the answer to a statement that was sent before.
private final class Replay: StoreSession {
    private let statement: Statement
    private let exchange: Exchange
    private var hasRun = false
    private var failure: StoreError?
    /// Whether the closure asked more than the one statement.
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
        throw noted(StoreError(.misuse, "a read does not notify"))
    }

    /// Leaves out what was not read.
    ///
    /// - Returns: The reason for which nothing of it counts; `nil` where all went well.
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
