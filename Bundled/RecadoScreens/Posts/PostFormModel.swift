// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
import RecadoClient

/// An observable model of the form of a post.
@Observable @MainActor
public final class PostFormModel: Identifiable {
    /// The state of the screen.
    public private(set) var state: PostFormState

    private let calls: PostCalls
    private let report: @MainActor (PostListState.Change) -> Void
    private let owner = CallScope("post")

    /// Creates the model of a form.
    ///
    /// - Parameters:
    ///   - state: The initial state of the form.
    ///   - calls: The calls of the posts.
    ///   - report: Called with each change, so that the list can show it.
    public init(
        _ state: PostFormState,
        calls: PostCalls,
        report: @escaping @MainActor (PostListState.Change) -> Void
    ) {
        self.state = state
        self.calls = calls
        self.report = report
    }

    /// The copy that the user edits.
    public var form: PostForm {
        get { state.form }
        set { state.form = newValue }
    }

    /// Sends the form.
    public func save() async {
        guard let request = state.begin() else { return }
        let calls = calls
        let call = owner.start { () async throws(ScreenError) -> PostCalls.SaveOutcome in
            guard let revision = request.revision else {
                return .saved(try await calls.write(request.form, key: request.key))
            }
            return try await calls.save(revision, request.form)
        }
        if let change = state.finish(request, with: await call.result) { report(change) }
    }

    /// Cancels the call under way.
    public func cancel() {
        owner.cancelAll()
        state.cancel()
    }
}
