// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The state of the form in which a post is written or changed.
public struct PostFormState: Sendable {
    /// The form to send.
    public struct Request: Sendable {
        /// The form.
        public let form: PostForm
        /// The revision of the post to change; `nil` for a new post.
        public let revision: PostRevision?
        /// The key of the submission, for a new post.
        public let key: String
        fileprivate let ticket: CallState<Post>.Ticket
    }

    /// The copy that the user edits.
    public var form: PostForm
    /// The revision of the post to change, which sending the form overwrites; `nil` for a new post.
    public private(set) var revision: PostRevision?
    /// The state of the submission: whether it is under way, the resulting post, and the error.
    public private(set) var submission = CallState<Post>()
    /// The post after a change by somebody else; `nil` if there is none.
    ///
    /// Sending the form again overwrites this change.
    public private(set) var theirs: Post?

    private var key = SubmissionKey<PostForm>()

    /// Creates the form of a new post.
    ///
    /// - Parameter form: The initial form; empty by default.
    public init(writing form: PostForm = PostForm()) {
        self.form = form
    }

    /// Creates the form that changes a post.
    ///
    /// - Parameter post: The post that is copied.
    public init(editing post: Post) {
        self.init(editing: PostRevision(post), as: PostForm(post))
    }

    /// Creates the form that changes a post, with fields already filled in, such as on a web page.
    ///
    /// - Parameters:
    ///   - revision: The revision of the post that was copied into the form.
    ///   - form: The changed copy.
    public init(editing revision: PostRevision, as form: PostForm) {
        self.form = form
        self.revision = revision
    }

    /// True if the form has been accepted and can be closed.
    public var isDone: Bool { submission.value != nil }

    /// True if the post to change has been removed, so that its text can be published as a new
    /// post.
    public var isGone: Bool { revision != nil && submission.error?.reason == .noSuchPost }

    /// Returns the error of a field, found by the form or by the service.
    ///
    /// - Parameter name: The name of the field.
    /// - Returns: The error; `nil` if there is none.
    public func fieldError(of name: String) -> FieldError? {
        submission.error?.fieldError(of: name)
    }

    /// Begins to send the form; if fields have errors, the state shows them instead.
    ///
    /// If the post has been removed, the form adds a new post instead.
    ///
    /// - Returns: The form to send; `nil` if it is invalid, is being sent, or has been accepted.
    public mutating func begin() -> Request? {
        guard !submission.isLoading, !isDone else { return nil }
        if isGone { (revision, theirs) = (nil, nil) }
        let errors = form.errors(changing: revision)
        guard errors.isEmpty else {
            submission.fail(ScreenError(.invalid, fieldErrors: errors))
            return nil
        }
        return Request(
            form: form,
            revision: revision,
            key: key.key(for: form),
            ticket: submission.begin()
        )
    }

    /// Records the result of sending the form.
    ///
    /// - Parameters:
    ///   - request: The form that was sent.
    ///   - result: The outcome or the error.
    /// - Returns: The change to show in the list; `nil` if nothing was changed.
    public mutating func finish(
        _ request: Request,
        with result: Result<PostCalls.SaveOutcome, ScreenError>
    ) -> PostListState.Change? {
        switch result {
        case .success(.saved(let saved)):
            guard submission.finish(request.ticket, with: .success(saved)) else { return nil }
            key.reset()
            theirs = nil
            return request.revision == nil ? .written(saved) : .changed(saved)
        case .success(.overtaken(let post)):
            let error = ScreenError(.conflict)
            guard submission.finish(request.ticket, with: .failure(error)) else { return nil }
            // The screen now shows the version that was saved in the meantime. The form takes its
            // revision, so that sending the form again replaces that version.
            (revision, theirs) = (PostRevision(post), post)
            return .changed(post)
        case .failure(let error):
            guard submission.finish(request.ticket, with: .failure(error)), isGone else {
                return nil
            }
            return request.revision.map { .removed($0.id) }
        }
    }

    /// Cancels the call under way; the service may already have stored the post.
    public mutating func cancel() {
        submission.cancel()
    }
}
