// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A call that waits for a connection of a kind of store, whatever the type of its result.
package final class StoreCall<Engine: StoreEngine>: Sendable {
    private let progress = CallProgress()
    /// The way in which the call is run.
    package let kind: Engine.Kind
    /// The types of the closure, as ``closureType(of:_:)`` identifies them.
    package let closureType: ObjectIdentifier
    private let body: @Sendable (Engine.Session) -> Bool

    /// Creates a call that nobody waits for.
    ///
    /// - Parameters:
    ///   - kind: The way in which the call is run.
    ///   - closureType: The types of its closure.
    ///   - body: Runs the closure and keeps its result; returns true if there was no error.
    package init(
        _ kind: Engine.Kind,
        _ closureType: ObjectIdentifier,
        _ body: @escaping @Sendable (Engine.Session) -> Bool
    ) {
        (self.kind, self.closureType, self.body) = (kind, closureType, body)
    }

    /// Makes a call, submits it and waits for its result.
    ///
    /// - Parameters:
    ///   - kind: The way in which the call is run.
    ///   - body: The call.
    ///   - submit: Ensures that the call is run, or abandoned.
    ///   - onCancel: Called when the caller has left.
    /// - Returns: The result of the call.
    /// - Throws: The call's failure or the store's.
    package static func result<Value: Sendable, Failure: Error>(
        of kind: Engine.Kind,
        _ body: @escaping @Sendable (Engine.Session) throws(TransactionError<Failure>) -> Value,
        submit: (StoreCall) -> Void,
        onCancel: @Sendable () -> Void = {}
    ) async throws(TransactionError<Failure>) -> Value {
        let result = CallResult<Value, Failure>()
        let call = StoreCall(kind, ObjectIdentifier(CallResult<Value, Failure>.self)) { session in
            result.keep(body, in: session)
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
        return try result.get()
    }

    /// The types of a closure, which identify it when nothing else is known about it.
    package static func closureType<Value: Sendable, Failure: Error>(
        of _: Value.Type,
        _: Failure.Type
    ) -> ObjectIdentifier {
        ObjectIdentifier(CallResult<Value, Failure>.self)
    }

    // MARK: - The connection's thread

    /// Marks the call as running; `false` when it was cancelled before.
    package func begin() -> Bool { progress.begin() }

    /// Runs the call and keeps its result; `false` when it threw.
    ///
    /// It may be run again.
    package func run(in session: Engine.Session) -> Bool { body(session) }

    /// True if the caller has left.
    package var isCancelled: Bool { progress.isCancelled }

    /// Marks the call as waiting again; `false` when it has done so
    /// twice before, or was cancelled meanwhile.
    package func waitAgain() -> Bool { progress.waitAgain() }

    /// Answers the caller with the result that the last ``run(in:)`` kept.
    package func answer() { progress.answer() }

    /// Answers the caller with an error, whatever the call did.
    package func abandon(_ error: StoreError) { progress.abandon(error) }

    /// Lets a cancellation stop the running call by a brake; with `nil`, it no longer can.
    package func interrupt(with brake: (any StoreBrake)?) { progress.interrupt(with: brake) }
}
