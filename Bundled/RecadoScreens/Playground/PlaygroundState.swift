// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The state of the playground's screen: the trial as it is filled in, and
/// the outcome of the latest one.
public struct PlaygroundState: Sendable {
    /// The trial as it is to be made.
    public struct Request: Sendable {
        /// The trial.
        public let trial: PlaygroundTrial
        fileprivate let ticket: CallState<PlaygroundOutcome>.Ticket
    }

    /// The trial as it is filled in.
    public var trial: PlaygroundTrial
    /// The outcome of the latest trial: under way, there, the error of the form.
    public private(set) var outcome = CallState<PlaygroundOutcome>()

    /// Creates the state of a screen on which nothing has been tried.
    ///
    /// - Parameter trial: The trial as far as it is filled in; blank by default.
    public init(_ trial: PlaygroundTrial = PlaygroundTrial()) {
        self.trial = trial
    }

    /// The error of a field.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The error; `nil` for none.
    public func fieldError(of name: String) -> FieldError? {
        outcome.error?.fieldError(of: name)
    }

    /// Begins a trial; the errors of the fields are shown instead where there are any.
    ///
    /// - Returns: The trial to make; `nil` where it is wrong.
    public mutating func begin() -> Request? {
        let errors = trial.errors
        guard errors.isEmpty else {
            outcome.fail(ScreenError(.invalid, fieldErrors: errors))
            return nil
        }
        return Request(trial: trial, ticket: outcome.begin())
    }

    /// Ends a trial; the end of one that a later one has overtaken changes nothing.
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

    /// Gives the trial under way up.
    public mutating func cancel() {
        outcome.cancel()
    }
}
