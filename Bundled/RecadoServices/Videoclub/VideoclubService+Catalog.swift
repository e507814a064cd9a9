// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoServerStore
import RecadoStore

extension VideoclubService {
    /// Lists the films of the catalog.
    func list(_ call: ListFilms) async throws(HandlerError<Never>) -> Page<Film> {
        try await page(call.page?.wrappedValue, of: FilmSearch(call), call.limit?.wrappedValue)
    }

    /// Lists the films of a member.
    func listOwn(
        _ call: ListOwnFilms,
        by member: Member
    ) async throws(HandlerError<Never>) -> Page<Film> {
        let search = FilmSearch(call, owner: member.id)
        return try await page(call.page?.wrappedValue, of: search, call.limit?.wrappedValue)
    }

    private func page(
        _ number: Int?,
        of search: FilmSearch,
        _ limit: Int?
    ) async throws(HandlerError<Never>) -> Page<Film> {
        let number = number ?? 1
        let limit = limit ?? 100
        let posters = posters
        let (films, total) = try await transactions.read {
            transaction throws(TransactionError<Never>) in
            var (films, total) = try transaction.films(
                search,
                limit: limit,
                offset: (number - 1) * limit
            )
            // Films are changed in place, so that their members are not copied.
            for index in films.indices { show(&films[index], with: posters) }
            return (films, total)
        }
        return Page(films, number: number, limit: limit, total: total)
    }

    /// Shows one film.
    func show(_ call: ShowFilm) async throws(HandlerError<FilmMissing>) -> Film {
        let id = call.id
        let film = try await transactions.read {
            transaction throws(TransactionError<FilmMissing>) in
            guard let record = try transaction.film(id) else { throw .failed(.noSuchFilm) }
            return record.film
        }
        return shown(film)
    }

    /// Adds a film.
    func create(
        _ call: CreateFilm,
        by member: Member
    ) async throws(HandlerError<Never>) -> FilmCreated {
        let draft = call.film
        var film = Film(draft, at: timestamp)
        film.poster = posters.stored(film.poster)
        film.id = try await transactions.write {
            [film] transaction throws(TransactionError<Never>) in
            let id = try transaction.insert(film, owner: member.id)
            try transaction.notify(Self.channel, "\(id)")
            return id
        }
        return FilmCreated(Confirmation(shown(film), "La película se ha creado"))
    }

    /// Adds a film, for clients that expect the status 200.
    func createInCourse(
        _ call: CreateFilmInCourse,
        by member: Member
    ) async throws(HandlerError<Never>) -> FilmCreated {
        try await create(call.call, by: member)
    }

    /// Changes a film.
    ///
    /// Members that the call leaves out stay unchanged; if no value changes, the time of the last
    /// change stays the same.
    func edit(
        _ call: EditFilm,
        by member: Member
    ) async throws(HandlerError<FilmLocked>) -> Confirmation {
        let id = call.id
        var changes = call.changes
        if let poster = changes.poster { changes.poster = posters.stored(poster) ?? "" }
        let time = timestamp
        let film = try await transactions.write {
            [changes] transaction throws(TransactionError<FilmLocked>) in
            let old = try transaction.film(id, ownedBy: member)
            var film = old
            film.apply(changes)
            guard film != old else { return old }
            film.updatedAt = time
            try transaction.notify(Self.channel, "\(id)")
            transaction.nextIsLast()
            try transaction.update(film)
            return film
        }
        return Confirmation(shown(film), "La película se ha modificado correctamente")
    }

    /// Removes a film.
    func delete(
        _ call: DeleteFilm,
        by member: Member
    ) async throws(HandlerError<FilmLocked>) -> Farewell {
        let id = call.id
        try await transactions.write { transaction throws(TransactionError<FilmLocked>) in
            _ = try transaction.film(id, ownedBy: member)
            try transaction.notify(Self.channel, "\(id)")
            transaction.nextIsLast()
            try transaction.delete(id)
        }
        return Farewell("La película se ha eliminado")
    }
}
