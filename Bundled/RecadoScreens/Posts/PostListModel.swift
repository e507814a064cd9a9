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

    /// Creates a list that nobody has read.
    ///
    /// - Parameter calls: The calls of the posts.
    public init(_ calls: PostCalls) {
        self.calls = calls
    }

    /// The words that are searched for as they are typed; ``load()`` searches for them.
    public var words: String {
        get { state.words }
        set { state.words = newValue }
    }

    /// Reads the newest posts; a call under way is given up.
    public func load() async {
        owner.cancelAll()
        await finish(state.begin())
    }

    /// Reads the next page, if there is one and nothing is under way.
    public func loadMore() async {
        guard let request = state.beginMore() else { return }
        await finish(request)
    }

    /// Gives the call under way up.
    public func cancel() {
        owner.cancelAll()
        state.cancel()
    }

    /// Reads the list anew each time that a post changes, at once to begin with, until the task is
    /// cancelled or the service cannot be reached any longer.
    ///
    /// - Parameter options: Tells how the stream is kept alive.
    public func watch(keeping options: EventStreamOptions = EventStreamOptions()) async {
        do throws(CallError<Never>) {
            for try await _ in calls.news(keeping: options) {
                state.setLive(true)
                await load()
            }
        } catch {
            // The stream has tried again for some minutes by then, or the screen is gone.
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
