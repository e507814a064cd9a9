// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import RecadoClient
public import RecadoContracts

/// An observable model of the list of posts, and the screens opened from the list.
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

    /// The words to search for, as typed; ``load()`` starts the search.
    public var words: String {
        get { state.words }
        set { state.words = newValue }
    }

    /// Reads the newest posts; a call under way is cancelled.
    public func load() async {
        owner.cancelAll()
        await finish(state.begin())
    }

    /// Reads the next page, if there is one and no call is under way.
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
    /// the service becomes unreachable.
    ///
    /// - Parameter options: The options for keeping the stream alive.
    public func watch(keeping options: EventStreamOptions = EventStreamOptions()) async {
        do throws(CallError<Never>) {
            for try await _ in calls.news(keeping: options) {
                state.setLive(true)
                await load()
            }
        } catch {
            // The stream has ended after several minutes of retries, or the screen has been closed.
        }
        state.setLive(false)
    }

    /// Returns the model of one post.
    ///
    /// - Parameter post: The post from the list.
    /// - Returns: The model.
    public func post(_ post: Post) -> PostModel {
        PostModel(post, calls: calls) { [weak self] in self?.state.apply($0) }
    }

    /// Returns the model of the form of a new post.
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
