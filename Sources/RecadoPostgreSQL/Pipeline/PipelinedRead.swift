// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A read that consists of one statement and is sent together with others.
protocol PipelinedCall: AnyObject, Sendable {
    var statement: Statement { get }

    /// Runs the closure with the result of its statement, and answers the caller.
    func finish(with exchange: Exchange) -> PipelinedEnding

    /// Passes the call to the pool, which runs it from the beginning.
    func returnToPool()
}

/// The outcome of a read that was sent together with others.
enum PipelinedEnding {
    /// The caller has its answer; `isKept` is true if the closure returned a value, and false if it
    /// threw an error.
    case answered(isKept: Bool)
    /// The call was passed to the pool.
    case returned(StoreError)
}

/// A closure that reads, its first statement, and the caller that waits for the result.
final class PipelinedRead<Value: Sendable, Failure: Error>: PipelinedCall {
    typealias Outcome = Result<Value, TransactionError<Failure>>

    let statement: Statement
    private let body:
        @Sendable (borrowing Transaction<Failure>) throws(TransactionError<Failure>) -> Value
    private let singleReads: SingleStatementReads
    let caller = SharedCaller<Outcome>()

    init(
        _ statement: Statement,
        _ singleReads: SingleStatementReads,
        _ body:
            @escaping @Sendable (borrowing Transaction<Failure>)
            throws(TransactionError<Failure>) -> Value
    ) {
        (self.statement, self.singleReads, self.body) = (statement, singleReads, body)
    }

    func finish(with exchange: Exchange) -> PipelinedEnding {
        if caller.isOver {
            try? exchange.finish()
            return .returned(.cancellation)
        }
        let session = Replay(of: statement, exchange)
        let outcome: Outcome
        do throws(TransactionError<Failure>) {
            outcome = .success(try body(Transaction(session)))
        } catch {
            outcome = .failure(error)
        }
        if session.isMistaken { singleReads.note(statement.sql, isLone: false) }
        if let error = session.end() {
            returnToPool()
            return .returned(error)
        }
        caller.resume(with: outcome)
        if case .success = outcome { return .answered(isKept: true) }
        return .answered(isKept: false)
    }

    func returnToPool() { caller.resume(with: nil) }
}
