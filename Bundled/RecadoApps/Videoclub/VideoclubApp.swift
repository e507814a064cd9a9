// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The app of the videoclub, with its paths, its calls of the service, and its pages.
struct VideoclubApp: HostedApp {
    let identity = AppIdentity.videoclub
    let calls: VideoclubCalls

    init(_ settings: Apps.Settings) {
        calls = VideoclubCalls(
            catalog: settings.videoclub,
            titles: settings.films,
            key: settings.filmsKey,
            ownOrigins: settings.ownOrigins
        )
    }

    /// The path of the stream with an event for each change.
    static let livePath = AppIdentity.videoclub.path + "/live"

    var routes: [AppRoute] {
        [
            .get(identity, "", list),
            .get(identity, "/live", live),
            .post(identity, "", add),
            .get(identity, "/new", compose),
            .get(identity, "/look-up", lookUp),
            .get(identity, "/login", askForLogin),
            .post(identity, "/login", logIn),
            .post(identity, "/logout", logOut),
            .get(identity, "/{id}", show),
            .post(identity, "/{id}", save),
            .get(identity, "/{id}/edit", edit),
            .post(identity, "/{id}/rental", rent),
            .get(identity, "/{id}/delete", askToDelete),
            .post(identity, "/{id}/delete", delete),
        ]
    }

    // MARK: - Reading

    private func list(_ visit: Visit) async -> PageResponse {
        let address = FilmListAddress(visit.query)
        let login = try? visit.member.get()?.login
        guard !address.selection.isOwn || login != nil else {
            return .lead(to: LoginView.path(backTo: address.path))
        }
        let view = await list(at: address, visit)
        // The page number in the address is beyond the last page, for example because films were
        // deleted.
        if let shown = view.state.films.value, shown.page > shown.pageCount, shown.films.isEmpty {
            return .lead(to: address.at(page: shown.pageCount).path)
        }
        return .show(view.screen, view.status)
    }

    /// Returns a page of the list.
    private func list(at address: FilmListAddress, _ visit: Visit) async -> FilmListView {
        let login = try? visit.member.get()?.login
        var address = address
        // Without a login, the filter for the user's own films is ignored.
        if login == nil { address.selection.isOwn = false }
        var state = FilmListState(address.selection)
        let request = state.begin(page: address.page)
        let films = await Result(awaiting: { () async throws(ScreenError) in
            try await calls.films(matching: request.selection, page: request.page, as: login)
        })
        state.finish(request, with: films)
        return FilmListView(state: state, address: address, visit: visit)
    }

    private func show(_ visit: Visit) async -> PageResponse {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        let address = FilmListAddress(visit.query)
        async let list = list(at: address, visit)
        async let isOwn = owns(id, visit)
        do throws(UserFacingError) {
            let film = try await film(id).film
            let side = await list.side(selected: id, film)
            let view = FilmView(film: film, address: address, isOwn: await isOwn, visit: visit)
            return .show(view.screen(beside: side))
        } catch {
            let side = await list.side(selected: id, nil)
            return .show(
                FilmView.failed(error, beside: side, visit: visit),
                error.kind.status
            )
        }
    }

    /// Returns true if a film belongs to the logged-in member; `nil` if nobody is logged in, or
    /// ownership cannot be determined.
    private func owns(_ id: Int, _ visit: Visit) async -> Bool? {
        guard let login = try? visit.member.get()?.login else { return nil }
        return try? await calls.owns(id, as: login)
    }

    /// Reads one film.
    private func film(_ id: Int) async throws(UserFacingError) -> VideoclubCalls.TaggedFilm {
        do throws(ScreenError) {
            return try await calls.film(id)
        } catch {
            throw UserFacingError(videoclub: error)
        }
    }

    /// Streams an event each time a film changes; the page then refreshes itself.
    private func live(_ visit: Visit) -> PageResponse {
        .send(.events(calls.news(keeping: .onePage).map { $0.film ?? 0 }))
    }

    // MARK: - Adding

    private func compose(_ visit: Visit) -> PageResponse {
        .show(FilmFormView(state: FilmFormState(), visit: visit).screen)
    }

    /// Looks up a title; if it is not found, returns to the list.
    private func lookUp(_ visit: Visit) async -> PageResponse {
        var state = LookUpState(title: (visit.query["title"] ?? "").trimmed)
        guard !state.title.isEmpty else {
            return .show(LookUpView(state: state, visit: visit).screen)
        }
        if let (title, ticket) = state.begin() {
            let form = await Result(awaiting: { () async throws(ScreenError) in
                try await calls.lookUp(title)
            })
            state.finish(ticket, with: form)
        }
        switch state.search.value {
        case .found(let form):
            return .show(FilmFormView(state: FilmFormState(adding: form), visit: visit).screen)
        case .notFound:
            let words = visit.language(
                "“\(state.title)” no está en Open Movie DB.",
                en: "“\(state.title)” is not in Open Movie DB."
            )
            return .lead(to: identity.path, saying: Notice(words, tone: .failed))
        case nil:
            let view = LookUpView(state: state, visit: visit)
            return .show(view.screen, state.trouble?.kind.status ?? .ok)
        }
    }

    private func add(_ visit: Visit) async -> PageResponse {
        let form = FilmForm(visit)
        return await send(FilmFormState(adding: form), visit) { film in
            let path = film.map { "\(identity.path)/\($0.id)" } ?? identity.path
            let words = visit.language(
                "“\(form.title)” se ha añadido.",
                en: "“\(form.title)” was added."
            )
            return .lead(to: path, saying: Notice(words))
        }
    }

    /// Sends a form; if the service refuses it, shows the form again.
    private func send(
        _ form: FilmFormState,
        _ visit: Visit,
        then lead: (Film?) -> PageResponse
    ) async -> PageResponse {
        var form = form
        guard let request = form.begin() else { return refuse(form, form.trouble, visit) }
        return await asMember(visit, request.loginPurpose) { login async throws(ScreenError) in
            let outcome = await Result(awaiting: { () async throws(ScreenError) in
                try await calls.send(
                    request,
                    as: login,
                    key: FilmFormView.attempt(of: visit)
                )
            })
            _ = form.finish(request, with: outcome)
            if case .failure(let error) = outcome { throw error }
            if form.theirs != nil { throw ScreenError(.conflict) }
            return lead(form.submission.value ?? nil)
        } orElse: { visit, trouble in
            refuse(form, trouble, visit)
        }
    }

    private func refuse(
        _ form: FilmFormState,
        _ trouble: UserFacingError?,
        _ visit: Visit
    ) -> PageResponse {
        let view = FilmFormView(state: form, trouble: trouble, visit: visit)
        return .show(view.screen, trouble?.kind.status ?? .ok)
    }

    // MARK: - Changing

    private func edit(_ visit: Visit) async -> PageResponse {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        // The login is required before the form is shown, so that nobody fills it in for nothing.
        guard (try? visit.member.get()?.login) != nil else {
            return .lead(to: LoginView.path(backTo: visit.address))
        }
        if await owns(id, visit) == false {
            return leave(id, UserFacingError(videoclub: ScreenError(.notAllowed, .notOwner)), visit)
        }
        do throws(UserFacingError) {
            let form = FilmFormState(editing: try await film(id))
            return .show(FilmFormView(state: form, visit: visit).screen)
        } catch {
            return .show(FilmView.failed(error, beside: nil, visit: visit), error.kind.status)
        }
    }

    private func save(_ visit: Visit) async -> PageResponse {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        return await send(FilmFormState(editing: id, visit), visit) { _ in
            let words = visit.language("Los cambios se han guardado.", en: "The changes are saved.")
            return .lead(to: "\(identity.path)/\(id)", saying: Notice(words))
        }
    }

    private func rent(_ visit: Visit) async -> PageResponse {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        let isRented = visit.holds("rented", "yes")
        return await asMember(visit, isRented ? .rent : .giveBack) {
            login async throws(ScreenError) in
            try await calls.setRented(id, isRented, as: login)
            let words =
                isRented
                ? visit.language("Alquilada.", en: "Rented.")
                : visit.language("Devuelta: vuelve a estar libre.", en: "Returned: free again.")
            return .lead(to: place(of: id, visit), saying: Notice(words))
        } orElse: { visit, trouble in
            leave(id, trouble, visit)
        }
    }

    private func askToDelete(_ visit: Visit) async -> PageResponse {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        do throws(UserFacingError) {
            let film = try await film(id).film
            let path = "\(identity.path)/\(id)"
            return .show(DeletionView(title: film.title, path: path, visit: visit).screen)
        } catch {
            return .show(FilmView.failed(error, beside: nil, visit: visit), error.kind.status)
        }
    }

    private func delete(_ visit: Visit) async -> PageResponse {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        return await asMember(visit, .delete) { login async throws(ScreenError) in
            try await calls.delete(id, as: login)
            let title = visit.entry(DeletionView.titleName)
            let words = visit.language("“\(title)” se ha borrado.", en: "“\(title)” was deleted.")
            return .lead(to: identity.path, saying: Notice(words))
        } orElse: { visit, trouble in
            leave(id, trouble, visit)
        }
    }

    /// Shows the error that prevented changing a film.
    ///
    /// A temporary error is shown on a page that can send the form again, and any other error as a
    /// notice on the next page.
    private func leave(_ id: Int, _ trouble: UserFacingError, _ visit: Visit) -> PageResponse {
        guard trouble.isTemporary else {
            let notice = Notice(visit.language(trouble.words), tone: .failed)
            let path = trouble.kind == .missing ? identity.path : place(of: id, visit)
            return .lead(to: path, saying: notice)
        }
        return .show(RepeatView(trouble: trouble, visit: visit).screen, trouble.kind.status)
    }

    /// Returns the address of a film, with the list from which it was chosen.
    private func place(of id: Int, _ visit: Visit) -> String {
        FilmListAddress(form: visit).path(of: id)
    }
}
