// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A call that waits for a connection of a store; the type of its result is erased.
package final class StoreCall<Engine: StoreEngine>: Sendable {
    private let progress = CallProgress()
    /// The kind of the call, such as a read or a write, which decides how it is run.
    package let kind: Engine.Kind
    /// An identifier of the closure's result and error types; see ``closureType(of:_:)``.
    package let closureType: ObjectIdentifier
    /// The time at which the call was made.
    package let start = ContinuousClock.now
    private let body: @Sendable (Engine.Session) -> Bool

    /// Creates a call for which no caller waits yet.
    ///
    /// - Parameters:
    ///   - kind: The kind of the call.
    ///   - closureType: The identifier of the closure's types.
    ///   - body: Runs the closure and stores its result; returns true if there was no error.
    package init(
        _ kind: Engine.Kind,
        _ closureType: ObjectIdentifier,
        _ body: @escaping @Sendable (Engine.Session) -> Bool
    ) {
        (self.kind, self.closureType, self.body) = (kind, closureType, body)
    }

    /// Creates a call, submits it and waits for its result.
    ///
    /// - Parameters:
    ///   - kind: The kind of the call.
    ///   - body: The closure that the call runs.
    ///   - submit: Hands over the call, and ensures that it is eventually run or abandoned.
    ///   - onCancel: Called when the caller's task is cancelled.
    /// - Returns: The result of the closure.
    /// - Throws: The closure's failure or the store's error.
    package static func result<Value: Sendable, Failure: Error>(
        of kind: Engine.Kind,
        _ body: @escaping @Sendable (Engine.Session) throws(TransactionError<Failure>) -> Value,
        submit: (StoreCall) -> Void,
        onCancel: @Sendable () -> Void = {}
    ) async throws(TransactionError<Failure>) -> Value {
        let result = CallResult<Result<Value, TransactionError<Failure>>>()
        let call = StoreCall(kind, ObjectIdentifier(type(of: result))) { session in
            do throws(TransactionError<Failure>) {
                result.keep(.success(try body(session)))
                return true
            } catch {
                result.keep(.failure(error))
                return false
            }
        }
        let refusal = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                if call.progress.wait(caller) { submit(call) }
            }
        } onCancel: {
            call.progress.cancel()
            onCancel()
        }
        if let refusal { throw .store(refusal) }
        guard let outcome = result.outcome else {
            throw .store(StoreError(.misuse, "the call was answered before it ran"))
        }
        return try outcome.get()
    }

    /// Returns an identifier of a closure's result and error types.
    package static func closureType<Value: Sendable, Failure: Error>(
        of _: Value.Type,
        _: Failure.Type
    ) -> ObjectIdentifier {
        ObjectIdentifier(CallResult<Result<Value, TransactionError<Failure>>>.self)
    }

    // MARK: - The connection's thread

    /// Marks the call as running; returns `false` if it was cancelled already.
    package func begin() -> Bool { progress.begin() }

    /// Runs the call and stores its result; returns `false` if the closure threw.
    ///
    /// A call may be run more than once.
    package func run(in session: Engine.Session) -> Bool { body(session) }

    /// True if the caller's task was cancelled or the call was abandoned.
    package var isCancelled: Bool { progress.isCancelled }

    /// Marks the call as waiting for another run; returns `false` if the call was marked twice
    /// already, or was cancelled.
    package func waitAgain() -> Bool { progress.waitAgain() }

    /// Answers the caller with the result that the last ``run(in:)`` stored.
    package func answer() { progress.answer() }

    /// Answers the caller with an error, even if the call has produced a result.
    package func abandon(_ error: StoreError) { progress.abandon(error) }

    /// Sets the brake with which a cancellation stops the running call; `nil` removes the brake.
    package func interrupt(with brake: (any StoreBrake)?) { progress.interrupt(with: brake) }
}
