// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
import RecadoHTTP

/// An observable model of the form of a film.
@Observable @MainActor
public final class FilmFormModel: Identifiable {
    /// The state of the screen.
    public private(set) var state: FilmFormState

    private let calls: VideoclubCalls
    private let session: MemberSession
    private let report: @MainActor (FilmChange) async -> Void

    /// Creates the model of a form.
    ///
    /// - Parameters:
    ///   - state: The initial state of the form.
    ///   - calls: The calls of the videoclub.
    ///   - session: The member's session.
    ///   - report: Called with each change, so that the list and the film's own screen can show it.
    public init(
        _ state: FilmFormState,
        calls: VideoclubCalls,
        session: MemberSession,
        report: @escaping @MainActor (FilmChange) async -> Void
    ) {
        self.state = state
        self.calls = calls
        self.session = session
        self.report = report
    }

    /// The copy that the user edits.
    public var form: FilmForm {
        get { state.form }
        set { state.form = newValue }
    }

    /// Sends the form; asks for a login if none is known.
    public func save() async {
        guard let request = state.begin() else { return }
        let calls = calls
        let result = await session.perform(request.loginPurpose) {
            login async throws(ScreenError) in
            try await calls.send(request, as: login)
        }
        if let change = state.finish(request, with: result) { await report(change) }
    }
}
