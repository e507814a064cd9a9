// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
import RecadoClient

/// An observable model of the form that looks a title up.
@Observable @MainActor
public final class LookUpModel {
    /// The state of the screen.
    public private(set) var state = LookUpState()

    private let calls: VideoclubCalls
    private let owner = CallScope("look-up")

    /// Creates an empty form.
    ///
    /// - Parameter calls: The calls of the videoclub.
    public init(_ calls: VideoclubCalls) {
        self.calls = calls
    }

    /// The title, as typed.
    public var title: String {
        get { state.title }
        set { state.title = newValue }
    }

    /// Looks the title up; a call under way is cancelled.
    ///
    /// - Returns: A form with the data of the title; `nil` if there is none, in which case the
    ///   state shows the reason.
    @discardableResult
    public func search() async -> FilmForm? {
        owner.cancelAll()
        guard let (title, ticket) = state.begin() else { return nil }
        let calls = calls
        let call = owner.start { () async throws(ScreenError) in try await calls.lookUp(title) }
        state.finish(ticket, with: await call.result)
        guard case .found(let form) = state.search.value else { return nil }
        return form
    }

    /// Cancels the call under way.
    public func cancel() {
        owner.cancelAll()
        state.cancel()
    }
}
