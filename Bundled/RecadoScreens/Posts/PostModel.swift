// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
import RecadoClient
public import RecadoContracts

/// The state of one post's screen.
public struct PostState: Sendable {
    /// The post as it was last read, with the state of the call.
    public private(set) var post: CallState<Post>
    /// The state of the removal; its value is true once the post has been removed.
    public private(set) var removal = CallState<Bool>()

    /// Creates the state of a post.
    ///
    /// - Parameter post: The post, if it is known; `nil` if it has yet to be read.
    public init(_ post: Post? = nil) {
        self.post = CallState(post)
    }

    /// True if the post has been removed, on this screen or by somebody else.
    public var isGone: Bool { removal.value == true || post.error?.reason == .noSuchPost }

    /// Begins to read the post.
    ///
    /// - Returns: The ticket to pass to `finish` when the call ends.
    public mutating func begin() -> CallState<Post>.Ticket { post.begin() }

    /// Records the result of reading the post.
    ///
    /// - Parameters:
    ///   - ticket: The ticket that `begin()` returned.
    ///   - result: The post or the error.
    /// - Returns: The change to show on other screens; `nil` if the post was not read or
    ///   is gone, or if a later request has replaced this one.
    @discardableResult
    public mutating func finish(
        _ ticket: CallState<Post>.Ticket,
        with result: Result<Post, ScreenError>
    ) -> PostListState.Change? {
        guard post.finish(ticket, with: result), !isGone else { return nil }
        return (try? result.get()).map { .changed($0) }
    }

    /// Begins to remove the post.
    ///
    /// - Returns: The ticket to pass to `finishRemoval` when the call ends; `nil` if the removal is
    ///   under way or the post has been removed.
    public mutating func beginRemoval() -> CallState<Bool>.Ticket? {
        removal.isLoading || isGone ? nil : removal.begin()
    }

    /// Records the result of removing the post; a post that was already missing counts as removed.
    ///
    /// - Parameters:
    ///   - ticket: The ticket that `beginRemoval()` returned.
    ///   - result: Success or the error.
    public mutating func finishRemoval(
        _ ticket: CallState<Bool>.Ticket,
        with result: Result<Void, ScreenError>
    ) {
        let end: Result<Bool, ScreenError> =
            switch result {
            case .success: .success(true)
            case .failure(let error) where error.reason == .noSuchPost: .success(true)
            case .failure(let error): .failure(error)
            }
        removal.finish(ticket, with: end)
    }

    /// Shows a post that another screen has changed.
    ///
    /// - Parameter post: The post.
    public mutating func take(_ post: Post) {
        self.post.set(post)
    }
}

/// An observable model of one post.
@Observable @MainActor
public final class PostModel: Identifiable {
    /// The identifier of the post.
    public nonisolated let id: String
    /// The state of the screen.
    public private(set) var state: PostState

    private let calls: PostCalls
    private let report: @MainActor (PostListState.Change) -> Void
    private let owner = CallScope("post")

    /// Creates the model of a post.
    ///
    /// - Parameters:
    ///   - post: The post from the list.
    ///   - calls: The calls of the posts.
    ///   - report: Called with each change, so that the list can show it.
    public init(
        _ post: Post,
        calls: PostCalls,
        report: @escaping @MainActor (PostListState.Change) -> Void
    ) {
        id = post.id
        state = PostState(post)
        self.calls = calls
        self.report = report
    }

    /// Reads the post; a call under way is cancelled.
    public func load() async {
        owner.cancelAll()
        let ticket = state.begin()
        let (calls, id) = (calls, id)
        let call = owner.start { () async throws(ScreenError) in try await calls.post(id) }
        let change = state.finish(ticket, with: await call.result)
        if state.isGone { report(.removed(id)) } else if let change { report(change) }
    }

    /// Removes the post.
    public func delete() async {
        guard let ticket = state.beginRemoval() else { return }
        let (calls, id) = (calls, id)
        let call = owner.start { () async throws(ScreenError) in try await calls.delete(id) }
        state.finishRemoval(ticket, with: await call.result)
        if state.isGone { report(.removed(id)) }
    }

    /// Returns the model of the form that changes the post.
    ///
    /// - Returns: The model; `nil` if the post has not been read.
    public func editing() -> PostFormModel? {
        guard let post = state.post.value else { return nil }
        return PostFormModel(PostFormState(editing: post), calls: calls) { [self] change in
            if case .changed(let post) = change { state.take(post) }
            report(change)
        }
    }
}
