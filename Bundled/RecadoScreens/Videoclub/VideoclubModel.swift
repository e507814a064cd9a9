// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import RecadoAuthentication
import RecadoClient
import RecadoContracts

/// The videoclub as an app observes it: the list, the member, and the
/// screens that are opened from there.
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
    /// The member.
    public let session: MemberSession

    private let calls: VideoclubCalls

    /// Creates the model of an app.
    ///
    /// - Parameters:
    ///   - calls: The calls of the videoclub.
    ///   - store: The store for the login; by default it is kept until the program ends.
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

    /// The screen of one film.
    ///
    /// - Parameter id: The number of the film.
    /// - Returns: The model, with the film as the list has it.
    public func film(_ id: Int) -> FilmModel {
        let film = list.state.films.value?.films.first { $0.id == id }
        return FilmModel(id, film, calls: calls, session: session) { [list] change in
            await list.apply(change)
        }
    }

    /// The form of a new film.
    ///
    /// - Parameter form: The initial form, from ``LookUpModel`` for example; empty by default.
    /// - Returns: The model.
    public func adding(_ form: FilmForm = FilmForm()) -> FilmFormModel {
        FilmFormModel(FilmFormState(adding: form), calls: calls, session: session) {
            [list] change in
            await list.apply(change)
        }
    }

    /// The form that changes a film, with a copy that has just been read.
    ///
    /// - Parameter film: The screen of the film.
    /// - Returns: The model; `nil` if the film cannot be read; the film's screen then shows the
    ///   error.
    public func editing(_ film: FilmModel) async -> FilmFormModel? {
        guard let copy = await film.tagged() else { return nil }
        return FilmFormModel(FilmFormState(editing: copy), calls: calls, session: session) {
            [list] change in
            if case .changed(let changed) = change { film.take(changed) }
            await list.apply(change)
        }
    }

    /// The form that looks a title up.
    ///
    /// - Returns: The model.
    public func lookUp() -> LookUpModel { LookUpModel(calls) }
}
