// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
import RecadoClient

/// An observable model of the playground.
@Observable @MainActor
public final class PlaygroundModel {
    /// The state of the screen.
    public private(set) var state = PlaygroundState()

    private let calls: PlaygroundCalls
    private let owner = CallScope("playground")

    /// Creates the model of a screen before the first trial.
    ///
    /// - Parameter calls: The calls of the playground.
    public init(_ calls: PlaygroundCalls) {
        self.calls = calls
    }

    /// The trial as entered in the form; ``attempt()`` carries it out.
    public var trial: PlaygroundTrial {
        get { state.trial }
        set { state.trial = newValue }
    }

    /// Carries out the trial; a trial under way is cancelled.
    public func attempt() async {
        owner.cancelAll()
        guard let request = state.begin() else { return }
        let calls = calls
        let call = owner.start { () async throws(ScreenError) in
            try await calls.attempt(request.trial)
        }
        state.finish(request, with: await call.result)
    }

    /// Cancels the trial under way.
    public func cancel() {
        owner.cancelAll()
        state.cancel()
    }
}
