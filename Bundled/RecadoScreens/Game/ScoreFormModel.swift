// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
import RecadoClient

/// An observable model of the form that sends a score.
@Observable @MainActor
public final class ScoreFormModel {
    /// The state of the screen.
    public private(set) var state = ScoreFormState()

    private let calls: ScoreCalls
    private let owner = CallScope("score")

    /// Creates an empty form.
    ///
    /// - Parameter calls: The calls of the game.
    public init(_ calls: ScoreCalls) {
        self.calls = calls
    }

    /// The score as entered in the form.
    public var form: ScoreFormState.Form {
        get { state.form }
        set { state.form = newValue }
    }

    /// The format or protocol in which to send the score.
    public var way: ScoreCalls.SendingWay {
        get { state.way }
        set { state.way = newValue }
    }

    /// Sends the score; has no effect while the score is being sent.
    public func send() async {
        guard let request = state.begin() else { return }
        let calls = calls
        let call = owner.start { () async throws(ScreenError) in
            try await calls.add(request.draft, by: request.way)
        }
        state.finish(request, with: await call.result)
    }

    /// Cancels the call under way.
    public func cancel() {
        owner.cancelAll()
        state.cancel()
    }
}
