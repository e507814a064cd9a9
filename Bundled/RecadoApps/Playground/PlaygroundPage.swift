// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens

/// The state of the playground page and the messages that were sent over the wire for it.
struct PlaygroundPage: Sendable {
    /// The trial, and the outcome of it.
    private(set) var state: PlaygroundState
    /// The request and the response; `nil` if no call was made.
    private(set) var exchange: WireExchange?

    /// Creates a page for a trial whose call has not been made yet.
    init(_ trial: PlaygroundTrial = PlaygroundTrial()) {
        state = PlaygroundState(trial)
    }

    /// Makes the call of the trial, unless its fields are invalid.
    ///
    /// - Parameter calls: The calls of the playground service, over a client with a wire tap.
    mutating func attempt(_ calls: PlaygroundCalls) async {
        guard let request = state.begin() else { return }
        let tape = WireTape()
        let outcome = await Result(awaiting: { () async throws(ScreenError) in
            try await calls.attempt(request.trial, with: tape.options)
        })
        state.finish(request, with: outcome)
        exchange = tape.last
    }
}
