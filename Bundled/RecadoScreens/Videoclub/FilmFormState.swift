// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The state of the form in which a film is added or changed.
public struct FilmFormState: Sendable {
    /// The purposes of the form.
    public enum Purpose: Sendable, Hashable {
        /// The form adds a film.
        case add
        /// The form changes a film; only the copied state may be overwritten.
        case edit(VideoclubCalls.TaggedFilm)
    }

    /// The form to send.
    public struct Request: Sendable {
        /// The form.
        public let form: FilmForm
        /// The purpose of the form.
        public let purpose: Purpose
        /// The key of the submission, for a new film.
        public let key: String
        fileprivate let ticket: CallState<Film?>.Ticket

        /// The purpose to show when the login is requested.
        public var loginPurpose: LoginState.Purpose { purpose == .add ? .add : .edit }
    }

    /// The outcomes of sending the form.
    public enum Outcome: Sendable, Hashable {
        /// The film has been added or saved; `nil` if the server does not return its number.
        case done(Film?)
        /// Nothing was saved, because somebody else has changed the film since it was copied; the
        /// value is the changed film.
        case overtaken(by: VideoclubCalls.TaggedFilm)
    }

    /// The copy that the user edits.
    public var form: FilmForm
    /// The purpose of the form.
    public private(set) var purpose: Purpose
    /// The state of the submission: whether it is under way, the resulting film, and the error.
    public private(set) var submission = CallState<Film?>()
    /// The film after a change by somebody else; `nil` if there is none.
    ///
    /// Sending the form again overwrites this change.
    public private(set) var theirs: Film?

    private var key = SubmissionKey<FilmForm>()

    /// Creates the form of a new film.
    ///
    /// - Parameter form: The initial form; empty by default.
    public init(adding form: FilmForm = FilmForm()) {
        self.form = form
        purpose = .add
    }

    /// Creates the form that changes a film.
    ///
    /// - Parameters:
    ///   - film: The film to copy, with the entity tag of its state.
    ///   - form: The initial form; a copy of the film by default.
    public init(editing film: VideoclubCalls.TaggedFilm, as form: FilmForm? = nil) {
        self.form = form ?? FilmForm(film.film)
        purpose = .edit(film)
    }

    /// True if the form has been accepted and can be closed.
    public var isDone: Bool { submission.value != nil }

    /// Returns the error of a field, found by the form or by the service.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The error; `nil` if there is none.
    public func fieldError(of name: String) -> FieldError? {
        submission.error?.fieldError(of: name)
    }

    /// Begins to send the form; if fields have errors, the state shows them instead.
    ///
    /// - Returns: The form to send; `nil` if it is invalid, is being sent, or has been accepted.
    public mutating func begin() -> Request? {
        guard !submission.isLoading, !isDone else { return nil }
        let errors = form.errors
        guard errors.isEmpty else {
            submission.fail(ScreenError(.invalid, fieldErrors: errors))
            return nil
        }
        return Request(
            form: form,
            purpose: purpose,
            key: key.key(for: form),
            ticket: submission.begin()
        )
    }

    /// Records the result of sending the form.
    ///
    /// - Parameters:
    ///   - request: The form that was sent.
    ///   - result: The outcome or the error.
    /// - Returns: The change to show on other screens; `nil` if nothing was changed.
    public mutating func finish(
        _ request: Request,
        with result: Result<Outcome, ScreenError>
    ) -> FilmChange? {
        switch result {
        case .success(.done(let film)):
            guard submission.finish(request.ticket, with: .success(film)) else { return nil }
            key.reset()
            theirs = nil
            return request.purpose == .add ? .added(film) : film.map { .changed($0) }
        case .success(.overtaken(let film)):
            let error = ScreenError(.conflict)
            guard submission.finish(request.ticket, with: .failure(error)) else { return nil }
            // The screen now shows this version, so sending the form again may overwrite it.
            purpose = .edit(film)
            theirs = film.film
            return .changed(film.film)
        case .failure(let error):
            submission.finish(request.ticket, with: .failure(error))
            return nil
        }
    }

    /// Cancels the call under way.
    public mutating func cancel() {
        submission.cancel()
    }
}
