// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import RecadoAuthentication
import RecadoClient
import RecadoContracts

/// An observable model of the videoclub: the list, the member's session, and the screens
/// opened from the list.
///
/// ```swift
/// let clients = try ServiceClients(server: "http://localhost:3000", transport: transport)
/// let model = VideoclubModel(VideoclubCalls(catalog: clients.videoclub, titles: clients.films))
/// await model.list.load()
/// let film = model.film(7)
/// await film.toggleRental()
/// ```
@Observable @MainActor
public final class VideoclubModel {
    /// The list of films.
    public let list: FilmListModel
    /// The member's session.
    public let session: MemberSession

    private let calls: VideoclubCalls

    /// Creates the model of an app.
    ///
    /// - Parameters:
    ///   - calls: The calls of the videoclub.
    ///   - store: The store for the login; memory by default.
    public init(
        _ calls: VideoclubCalls,
        store: any CredentialStore = MemoryCredentialStore()
    ) {
        self.calls = calls
        list = FilmListModel(calls)
        session = MemberSession(store: store, space: calls.protectionSpace) {
            login async throws(ScreenError) in
            try await calls.check(login)
        }
    }

    /// Returns the model of one film.
    ///
    /// - Parameter id: The number of the film.
    /// - Returns: The model, with the film from the list if it is shown there.
    public func film(_ id: Int) -> FilmModel {
        let film = list.state.films.value?.films.first { $0.id == id }
        return FilmModel(id, film, calls: calls, session: session) { [list] change in
            await list.apply(change)
        }
    }

    /// Returns the model of the form of a new film.
    ///
    /// - Parameter form: The initial form, from ``LookUpModel`` for example; empty by default.
    /// - Returns: The model.
    public func adding(_ form: FilmForm = FilmForm()) -> FilmFormModel {
        FilmFormModel(FilmFormState(adding: form), calls: calls, session: session) {
            [list] change in
            await list.apply(change)
        }
    }

    /// Reads a film, and returns the model for the form that changes it.
    ///
    /// - Parameter film: The model of the film's screen.
    /// - Returns: The model; `nil` if the film cannot be read, in which case the film's screen
    ///   shows the error.
    public func editing(_ film: FilmModel) async -> FilmFormModel? {
        guard let copy = await film.tagged() else { return nil }
        return FilmFormModel(FilmFormState(editing: copy), calls: calls, session: session) {
            [list] change in
            if case .changed(let changed) = change { film.take(changed) }
            await list.apply(change)
        }
    }

    /// Returns the model of the form that looks a title up.
    ///
    /// - Returns: The model.
    public func lookUp() -> LookUpModel { LookUpModel(calls) }
}
