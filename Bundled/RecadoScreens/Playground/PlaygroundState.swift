// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The state of the playground's screen: the trial as entered in the form, and the outcome of the
/// latest trial.
public struct PlaygroundState: Sendable {
    /// The trial to carry out.
    public struct Request: Sendable {
        /// The trial.
        public let trial: PlaygroundTrial
        fileprivate let ticket: CallState<PlaygroundOutcome>.Ticket
    }

    /// The trial as entered in the form.
    public var trial: PlaygroundTrial
    /// The state of the latest trial: whether it is under way, the outcome, and the error of the
    /// form.
    public private(set) var outcome = CallState<PlaygroundOutcome>()

    /// Creates the state of a screen before the first trial.
    ///
    /// - Parameter trial: The initial trial; blank by default.
    public init(_ trial: PlaygroundTrial = PlaygroundTrial()) {
        self.trial = trial
    }

    /// Returns the error of a field.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The error; `nil` if there is none.
    public func fieldError(of name: String) -> FieldError? {
        outcome.error?.fieldError(of: name)
    }

    /// Begins a trial; if fields have errors, the state shows them instead.
    ///
    /// - Returns: The trial to carry out; `nil` if it is invalid.
    public mutating func begin() -> Request? {
        let errors = trial.errors
        guard errors.isEmpty else {
            outcome.fail(ScreenError(.invalid, fieldErrors: errors))
            return nil
        }
        return Request(trial: trial, ticket: outcome.begin())
    }

    /// Records the result of a trial; has no effect if a later trial has replaced it.
    ///
    /// - Parameters:
    ///   - request: The trial.
    ///   - result: The outcome or the error.
    public mutating func finish(
        _ request: Request,
        with result: Result<PlaygroundOutcome, ScreenError>
    ) {
        outcome.finish(request.ticket, with: result)
    }

    /// Cancels the trial under way.
    public mutating func cancel() {
        outcome.cancel()
    }
}
