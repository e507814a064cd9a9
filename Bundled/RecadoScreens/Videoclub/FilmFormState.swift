// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The state of the form in which a film is added or changed.
public struct FilmFormState: Sendable {
    /// The purposes of the form.
    public enum Purpose: Sendable, Hashable {
        /// A new film.
        case add
        /// The changes of a film, whose state may be overwritten.
        case edit(VideoclubCalls.TaggedFilm)
    }

    /// The form as it is to be sent.
    public struct Request: Sendable {
        /// The form.
        public let form: FilmForm
        /// The purpose of the form.
        public let purpose: Purpose
        /// The key of the submission, for a new film.
        public let key: String
        fileprivate let ticket: CallState<Film?>.Ticket

        /// The purpose for which a login is asked.
        public var loginPurpose: LoginState.Purpose { purpose == .add ? .add : .edit }
    }

    /// The outcomes of sending the form.
    public enum Outcome: Sendable, Hashable {
        /// The film has been added or saved; `nil` where the server does not tell its number.
        case done(Film?)
        /// Somebody else has changed the film since it was copied, into this; nothing was saved.
        case overtaken(by: VideoclubCalls.TaggedFilm)
    }

    /// The copy that is filled in.
    public var form: FilmForm
    /// The purpose of the form.
    public private(set) var purpose: Purpose
    /// The sending of the form: under way, the film that came of it, the error.
    public private(set) var submission = CallState<Film?>()
    /// The film that somebody else has made meanwhile; `nil` for none.
    ///
    /// Sending the form again overwrites it.
    public private(set) var theirs: Film?

    private var key = SubmissionKey<FilmForm>()

    /// Creates the form of a new film.
    ///
    /// - Parameter form: The form as far as it is filled in; empty by default.
    public init(adding form: FilmForm = FilmForm()) {
        self.form = form
        purpose = .add
    }

    /// Creates the form of a film's changes.
    ///
    /// - Parameters:
    ///   - film: The film that is copied, with the tag of its state.
    ///   - form: The form as far as it is filled in; a copy of the film by default.
    public init(editing film: VideoclubCalls.TaggedFilm, as form: FilmForm? = nil) {
        self.form = form ?? FilmForm(film.film)
        purpose = .edit(film)
    }

    /// Whether the form has been taken and can be closed.
    public var isDone: Bool { submission.value != nil }

    /// The error of a field, found here or by the service.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The error; `nil` for none.
    public func fieldError(of name: String) -> FieldError? {
        submission.error?.fieldError(of: name)
    }

    /// Begins to send the form; the errors of its fields are shown instead where there are any.
    ///
    /// - Returns: The form to send; `nil` where it is wrong, under way or done.
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

    /// Ends sending the form.
    ///
    /// - Parameters:
    ///   - request: The form that was sent.
    ///   - result: The outcome or the error.
    /// - Returns: The change that other screens have to know; `nil` where nothing was changed.
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
            // Whoever sends the form once more has seen what they overwrite.
            purpose = .edit(film)
            theirs = film.film
            return .changed(film.film)
        case .failure(let error):
            submission.finish(request.ticket, with: .failure(error))
            return nil
        }
    }

    /// Gives up what is under way.
    public mutating func cancel() {
        submission.cancel()
    }
}
