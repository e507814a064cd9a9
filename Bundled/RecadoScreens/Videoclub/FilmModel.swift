// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
import RecadoClient
public import RecadoContracts

/// An observable model of one film.
@Observable @MainActor
public final class FilmModel: Identifiable {
    /// The number of the film.
    public nonisolated let id: Int
    /// The state of the screen.
    public private(set) var state: FilmState

    private let calls: VideoclubCalls
    private let session: MemberSession
    private let report: @MainActor (FilmChange) async -> Void
    private let owner = CallScope("film")

    /// Creates the model of a film.
    ///
    /// - Parameters:
    ///   - id: The number of the film.
    ///   - film: The film, if it is known; ``load()`` reads it again.
    ///   - calls: The calls of the videoclub.
    ///   - session: The session of the member who makes changes.
    ///   - report: Called with each change, so that the list can show it.
    public init(
        _ id: Int,
        _ film: Film? = nil,
        calls: VideoclubCalls,
        session: MemberSession,
        report: @escaping @MainActor (FilmChange) async -> Void
    ) {
        self.id = id
        state = FilmState(film)
        self.calls = calls
        self.session = session
        self.report = report
    }

    /// Reads the film; a call under way is cancelled.
    public func load() async {
        _ = await tagged()
    }

    /// Reads the film, with the entity tag of its state; returns `nil` if the film cannot be read.
    func tagged() async -> VideoclubCalls.TaggedFilm? {
        owner.cancelAll()
        let ticket = state.begin()
        let (calls, id) = (calls, id)
        let call = owner.start { () async throws(ScreenError) in try await calls.film(id) }
        let result = await call.result
        state.finish(ticket, with: result.map(\.film))
        return try? result.get()
    }

    /// Rents the film if it is not rented, or else returns it; asks for a login if none is known.
    public func toggleRental() async {
        guard let action = state.rental, let film = state.begin(action) else { return }
        let calls = calls
        await finish(
            session.perform(action == .rent ? .rent : .giveBack) {
                login async throws(ScreenError) in
                try await calls.setRented(film.id, action == .rent, as: login)
            }
        )
    }

    /// Removes the film; asks for a login if none is known.
    ///
    /// The film stays in the list if the service refuses.
    public func delete() async {
        guard let film = state.begin(.delete) else { return }
        let calls = calls
        await finish(
            session.perform(.delete) { login async throws(ScreenError) -> Film? in
                try await calls.delete(film.id, as: login)
                return nil
            }
        )
    }

    /// Shows a film that another screen has changed.
    ///
    /// - Parameter film: The film.
    public func take(_ film: Film) {
        state.take(film)
    }

    /// Cancels reading the film.
    public func cancel() {
        owner.cancelAll()
        state.cancel()
    }

    private func finish(_ result: Result<Film?, ScreenError>) async {
        if let change = state.finish(result) { await report(change) }
    }
}
