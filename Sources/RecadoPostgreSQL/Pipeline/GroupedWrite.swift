// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

/// A write that consists of one statement and is committed together with others.
protocol GroupedCall: AnyObject, Sendable {
    var statement: Statement { get }

    /// Marks the call as sent; returns `false` if its caller has left.
    func begin() -> Bool

    /// Reads the result of the statement, which is valid once the group is committed.
    ///
    /// - Returns: The server's error; `nil` if the statement succeeded.
    func read(_ exchange: Exchange) -> StoreError?

    /// Resumes the caller with the outcome that was read.
    func answer()

    /// Resumes the caller with an error.
    func abandon(_ error: StoreError)

    /// Passes the call to the pool, which runs it from the beginning.
    func returnToPool()
}

/// A statement that counts as a transaction by itself, and the caller that waits for it.
final class GroupedWrite<Value: Sendable>: GroupedCall {
    typealias Body = @Sendable (borrowing Transaction<Never>) throws -> Value
    typealias Outcome = Result<Value, StoreError>

    let statement: Statement
    private let body: Body
    let caller = SharedCaller<Outcome>()
    private let outcome = Mutex<Outcome?>(nil)

    /// Creates a call without a caller.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - body: Runs the statement and nothing else, and creates a value from the rows.
    init(_ statement: Statement, _ body: @escaping Body) {
        (self.statement, self.body) = (statement, body)
    }

    func begin() -> Bool { caller.stay() }

    func read(_ exchange: Exchange) -> StoreError? {
        let session = Replay(of: statement, exchange)
        let result: Outcome
        do {
            result = .success(try body(Transaction(session)))
        } catch {
            result = .failure(TransactionError<Never>(wrapping: error).storeError)
        }
        outcome.withLock { $0 = result }
        return session.end()
    }

    func answer() {
        let missing = StoreError(.misuse, "the call was answered before it ran")
        caller.resume(with: outcome.withLock { $0 } ?? .failure(missing))
    }

    func abandon(_ error: StoreError) { caller.resume(with: .failure(error)) }

    func returnToPool() { caller.resume(with: nil) }
}
