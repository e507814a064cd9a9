// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import RecadoClient
public import RecadoContracts

/// The list of posts as a screen observes it, and the screens that are opened from there.
@Observable @MainActor
public final class PostListModel {
    /// The state of the screen.
    public private(set) var state = PostListState()

    private let calls: PostCalls
    private let owner = CallScope("list of posts")

    /// Creates a list that has not been read yet.
    ///
    /// - Parameter calls: The calls of the posts.
    public init(_ calls: PostCalls) {
        self.calls = calls
    }

    /// The words to search for, as they are typed; ``load()`` searches for them.
    public var words: String {
        get { state.words }
        set { state.words = newValue }
    }

    /// Reads the newest posts; a call under way is cancelled.
    public func load() async {
        owner.cancelAll()
        await finish(state.begin())
    }

    /// Reads the next page, if there is one and nothing is under way.
    public func loadMore() async {
        guard let request = state.beginMore() else { return }
        await finish(request)
    }

    /// Cancels the call under way.
    public func cancel() {
        owner.cancelAll()
        state.cancel()
    }

    /// Reads the list at once, and again each time a post changes, until the task is cancelled or
    /// the service cannot be reached any longer.
    ///
    /// - Parameter options: The options for keeping the stream alive.
    public func watch(keeping options: EventStreamOptions = EventStreamOptions()) async {
        do throws(CallError<Never>) {
            for try await _ in calls.news(keeping: options) {
                state.setLive(true)
                await load()
            }
        } catch {
            // The stream has given up after some minutes of retrying, or the screen has been
            // closed.
        }
        state.setLive(false)
    }

    /// The screen of one post.
    ///
    /// - Parameter post: The post as the list has it.
    /// - Returns: The model.
    public func post(_ post: Post) -> PostModel {
        PostModel(post, calls: calls) { [weak self] in self?.state.apply($0) }
    }

    /// The form of a new post.
    ///
    /// - Returns: The model.
    public func writing() -> PostFormModel {
        PostFormModel(PostFormState(), calls: calls) { [weak self] in self?.state.apply($0) }
    }

    private func finish(_ request: PostListState.Request) async {
        let calls = calls
        let call = owner.start { () async throws(ScreenError) in
            try await calls.list(matching: request.words, page: request.page)
        }
        state.finish(request, with: await call.result)
    }
}
