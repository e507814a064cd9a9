// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import RecadoClient

/// An observable model of the best three scores.
@Observable @MainActor
public final class Top3Model {
    /// The state of the screen.
    public private(set) var state = Top3State()

    private let calls: ScoreCalls
    private let owner = CallScope("top 3")

    /// Creates a list that has not been read yet.
    ///
    /// - Parameter calls: The calls of the game.
    public init(_ calls: ScoreCalls) {
        self.calls = calls
    }

    /// The format or protocol in which ``refresh()`` reads the scores.
    public var way: ScoreCalls.ReadingWay {
        get { state.way }
        set { state.way = newValue }
    }

    /// Reads the scores; a call under way is cancelled.
    public func refresh() async {
        owner.cancelAll()
        let ticket = state.begin()
        let (calls, way) = (calls, state.way)
        let call = owner.start { [weak self] () async throws(ScreenError) in
            try await calls.top(by: way) {
                Task { @MainActor in self?.state.analyse() }
            }
        }
        state.finish(ticket, with: await call.result)
    }

    /// Cancels the call under way.
    public func cancel() {
        owner.cancelAll()
        state.cancel()
    }

    /// Shows the scores each time they change, until the task is cancelled or the service becomes
    /// unreachable.
    ///
    /// Afterwards the scores stay visible, and ``refresh()`` shows the error.
    ///
    /// - Parameter options: The options for keeping the stream alive.
    public func watch(keeping options: EventStreamOptions = EventStreamOptions()) async {
        do throws(CallError<Never>) {
            for try await scores in calls.news(keeping: options) { state.take(scores) }
        } catch {
            // The stream has ended after several minutes of retries, or the screen has been closed.
        }
        state.endLive()
    }
}
