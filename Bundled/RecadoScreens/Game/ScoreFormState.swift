// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The state of the form that sends a score.
public struct ScoreFormState: Sendable {
    /// The score as entered in the form.
    public struct Form: Sendable, Hashable {
        /// The name of the player; surrounding blanks are ignored.
        public var name = ""
        /// The total as typed.
        public var total = ""

        /// The limits of the fields, as `CreateScore` declares them.
        public static let limits = FieldLimits(of: CreateScore.self)

        /// Creates a form.
        ///
        /// - Parameters:
        ///   - name: The name of the player.
        ///   - total: The total as typed.
        public init(name: String = "", total: String = "") {
            self.name = name
            self.total = total
        }

        /// The errors of the fields, in the order of the fields.
        ///
        /// Both fields are required here, although the service accepts scores without a name or a
        /// total.
        public var errors: [FieldError] {
            let name = name.trimmed
            let total = total.trimmed
            return [
                name.isEmpty
                    ? FieldError("name", .missing) : Self.limits.error(of: name, in: "name"),
                total.isEmpty
                    ? FieldError("total", .missing)
                    : Self.limits.error(ofNumber: total, in: "total"),
            ].compactMap(\.self)
        }

        /// The score to send.
        var draft: ScoreDraft { ScoreDraft(name: name.trimmed, total: Int(total.trimmed)) }
    }

    /// The score to send, and the format or protocol in which to send it.
    public struct Request: Sendable {
        /// The score.
        public let draft: ScoreDraft
        /// The format or protocol in which to send the score.
        public let way: ScoreCalls.SendingWay
        fileprivate let ticket: CallState<Score>.Ticket
    }

    /// The score as entered in the form.
    public var form: Form
    /// The format or protocol in which to send the score.
    public var way: ScoreCalls.SendingWay
    /// The state of the submission: whether it is under way, the stored score, and the error.
    public private(set) var submission = CallState<Score>()

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - form: The initial score; empty by default.
    ///   - way: The format or protocol in which to send the score; JSON by default.
    public init(_ form: Form = Form(), by way: ScoreCalls.SendingWay = .json) {
        self.form = form
        self.way = way
    }

    /// Returns the error of a field, found by the form or by the service.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The error; `nil` if there is none.
    public func fieldError(of name: String) -> FieldError? {
        submission.error?.fieldError(of: name)
    }

    /// Begins to send the score; if fields have errors, the state shows them instead.
    ///
    /// - Returns: The score to send; `nil` if the form is invalid or is being sent.
    public mutating func begin() -> Request? {
        guard !submission.isLoading else { return nil }
        let errors = form.errors
        guard errors.isEmpty else {
            submission.fail(ScreenError(.invalid, fieldErrors: errors))
            return nil
        }
        return Request(draft: form.draft, way: way, ticket: submission.begin())
    }

    /// Records the result of sending the score.
    ///
    /// - Parameters:
    ///   - request: The score that was sent.
    ///   - result: The score as stored by the service, or the error.
    public mutating func finish(_ request: Request, with result: Result<Score, ScreenError>) {
        submission.finish(request.ticket, with: result)
    }

    /// Cancels the call under way; the service may already have stored the score.
    public mutating func cancel() {
        submission.cancel()
    }
}
