// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoContracts
import RecadoHTTP
import RecadoScreens

/// The videoclub in a browser: which paths there are, what they do with the model, and what they show.
struct VideoclubApp: HostedApp {
    let identity = AppIdentity.videoclub
    let model: VideoclubModel

    init(_ settings: Apps.Settings) {
        model = VideoclubModel(
            catalog: settings.videoclub,
            titles: settings.films,
            key: settings.filmsKey
        )
    }

    var routes: [AppRoute] {
        [
            .get(identity, "", list),
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

    private func list(_ visit: Visit) async -> Answer {
        let words = Visit.trimmed(visit.query["q"] ?? "")
        let page = max(1, visit.query["page"].flatMap { Int($0) } ?? 1)
        do throws(Trouble) {
            let shelf = try await model.films(matching: words, page: page)
            return .show(FilmListView(shelf: shelf, visit: visit).screen)
        } catch {
            return .show(
                FilmListView.failed(error, words: words, visit: visit),
                error.kind.status
            )
        }
    }

    private func show(_ visit: Visit) async -> Answer {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        let words = Visit.trimmed(visit.query["q"] ?? "")
        async let list = shelf(words)
        do throws(Trouble) {
            let film = try await model.film(id)
            let side = FilmListView.side(await list, words: words, selected: id, visit)
            return .show(FilmView(film: film, words: words, visit: visit).screen(beside: side))
        } catch {
            let side = FilmListView.side(await list, words: words, selected: id, visit)
            return .show(
                FilmView.failed(error, beside: side, visit: visit),
                error.kind.status
            )
        }
    }

    private func shelf(_ words: String) async -> Result<VideoclubModel.Shelf, Trouble> {
        do throws(Trouble) {
            return .success(try await model.films(matching: words))
        } catch {
            return .failure(error)
        }
    }

    // MARK: - Adding

    private func compose(_ visit: Visit) -> Answer {
        .show(FilmFormView(purpose: .add, form: FilmForm(), visit: visit).screen)
    }

    /// Looks a title up; what is not found leads back to the list.
    private func lookUp(_ visit: Visit) async -> Answer {
        let title = Visit.trimmed(visit.query["title"] ?? "")
        guard !title.isEmpty else {
            return .show(LookUpView(title: "", visit: visit).screen)
        }
        do throws(Trouble) {
            guard let form = try await model.lookUp(title) else {
                let words = visit.language(
                    "“\(title)” no está en Open Movie DB.",
                    en: "“\(title)” is not in Open Movie DB."
                )
                return .lead(to: identity.path, saying: Notice(words, tone: .failed))
            }
            return .show(FilmFormView(purpose: .add, form: form, visit: visit).screen)
        } catch {
            return .show(
                LookUpView(title: title, trouble: error, visit: visit).screen,
                error.kind.status
            )
        }
    }

    private func add(_ visit: Visit) async -> Answer {
        let form = FilmForm(visit)
        let say = visit.language
        do throws(Trouble) {
            try form.check()
        } catch {
            return refuse(form, .add, error, visit)
        }
        let purpose = Phrase("Para añadir una película", en: "To add a film")
        return await asMember(visit, purpose) { login async throws(Trouble) in
            let id = try await model.add(form, as: login, attempt: FilmFormView.attempt(of: visit))
            let path = id.map { "\(identity.path)/\($0)" } ?? identity.path
            let words = say("“\(form.title)” se ha añadido.", en: "“\(form.title)” was added.")
            return .lead(to: path, saying: Notice(words))
        } orElse: { visit, trouble in
            refuse(form, .add, trouble, visit)
        }
    }

    private func refuse(
        _ form: FilmForm,
        _ purpose: FilmFormView.Purpose,
        _ trouble: Trouble,
        _ visit: Visit
    ) -> Answer {
        var view = FilmFormView(purpose: purpose, form: form, visit: visit)
        view.trouble = trouble
        return .show(view.screen, trouble.kind.status)
    }

    // MARK: - Changing

    private func edit(_ visit: Visit) async -> Answer {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        do throws(Trouble) {
            let film = try await model.film(id)
            let purpose = FilmFormView.Purpose.edit(id, title: film.title)
            return .show(
                FilmFormView(purpose: purpose, form: FilmForm(film), visit: visit).screen
            )
        } catch {
            return .show(FilmView.failed(error, beside: nil, visit: visit), error.kind.status)
        }
    }

    private func save(_ visit: Visit) async -> Answer {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        let form = FilmForm(visit)
        let purpose = FilmFormView.Purpose.edit(id, title: visit.entry("was"))
        do throws(Trouble) {
            try form.check()
        } catch {
            return refuse(form, purpose, error, visit)
        }
        let reason = Phrase("Para guardar los cambios", en: "To save the changes")
        return await asMember(visit, reason) { login async throws(Trouble) in
            try await model.save(id, form, as: login)
            let words = visit.language("Los cambios se han guardado.", en: "The changes are saved.")
            return .lead(to: "\(identity.path)/\(id)", saying: Notice(words))
        } orElse: { visit, trouble in
            refuse(form, purpose, trouble, visit)
        }
    }

    private func rent(_ visit: Visit) async -> Answer {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        let isRented = visit.holds("rented", "yes")
        let purpose =
            isRented
            ? Phrase("Para alquilar la película", en: "To rent the film")
            : Phrase("Para devolver la película", en: "To return the film")
        return await asMember(visit, purpose) { login async throws(Trouble) in
            try await model.setRented(id, isRented, as: login)
            let words =
                isRented
                ? visit.language("Alquilada.", en: "Rented.")
                : visit.language("Devuelta: vuelve a estar libre.", en: "Returned: free again.")
            return .lead(to: place(of: id, visit), saying: Notice(words))
        } orElse: { visit, trouble in
            leave(id, trouble, visit)
        }
    }

    private func askToDelete(_ visit: Visit) async -> Answer {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        do throws(Trouble) {
            let film = try await model.film(id)
            let path = "\(identity.path)/\(id)"
            return .show(DeletionView(title: film.title, path: path, visit: visit).screen)
        } catch {
            return .show(FilmView.failed(error, beside: nil, visit: visit), error.kind.status)
        }
    }

    private func delete(_ visit: Visit) async -> Answer {
        guard let id = visit.number("id") else {
            return .show(.nothingThere(visit), .notFound)
        }
        let purpose = Phrase("Para borrar la película", en: "To delete the film")
        return await asMember(visit, purpose) { login async throws(Trouble) in
            try await model.delete(id, as: login)
            let title = visit.entry(DeletionView.titleName)
            let words = visit.language("“\(title)” se ha borrado.", en: "“\(title)” was deleted.")
            return .lead(to: identity.path, saying: Notice(words))
        } orElse: { visit, trouble in
            leave(id, trouble, visit)
        }
    }

    /// Says why a film stays as it is: beside the film, unless the service cannot show that either.
    private func leave(_ id: Int, _ trouble: Trouble, _ visit: Visit) -> Answer {
        guard trouble.isPassing else {
            let notice = Notice(visit.language(trouble.words), tone: .failed)
            let path = trouble.kind == .missing ? identity.path : place(of: id, visit)
            return .lead(to: path, saying: notice)
        }
        return .show(RepeatView(trouble: trouble, visit: visit).screen, trouble.kind.status)
    }

    /// The address of a film beside the list that it was chosen from.
    private func place(of id: Int, _ visit: Visit) -> String {
        FilmView.path(of: id, words: visit.entry("q"))
    }
}
