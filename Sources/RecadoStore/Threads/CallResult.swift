// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A box in which a call leaves its result for its caller.
final class CallResult<Value: Sendable, Failure: Error>: Sendable {
    private let result = Mutex<Result<Value, TransactionError<Failure>>?>(nil)

    /// Runs a closure and stores its result, replacing an earlier one.
    ///
    /// - Returns: True if the closure threw no error.
    func keep<Session>(
        _ body: (Session) throws(TransactionError<Failure>) -> Value,
        in session: Session
    ) -> Bool {
        let result: Result<Value, TransactionError<Failure>>
        do throws(TransactionError<Failure>) {
            result = .success(try body(session))
        } catch {
            result = .failure(error)
        }
        self.result.withLock { $0 = result }
        if case .success = result { return true }
        return false
    }

    /// Returns the result stored last, or throws it if it is an error.
    func get() throws(TransactionError<Failure>) -> Value {
        guard let result = result.withLock(\.self) else {
            throw .store(StoreError(.misuse, "the call was answered before it ran"))
        }
        return try result.get()
    }
}
