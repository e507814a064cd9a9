// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The app for the videoclub from a document of the course, written with Recado. Needs a running
// `recado serve --trust-local`: `swift run CourseVideoclub`.

import Recado
import RecadoContracts

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"
let club = try Client(base: server + "/videoclub") {
    $0.credentials = try? BasicCredentials(user: "test123", password: "test123")
}

// The document's app gets the list with a GET, and searches with a query string.

let found = try await club.send(ListFilms(q: "pulp")).elements
for film in found { print(film.id, film.title, film.rented ? "Alquilada" : "Libre") }

// The document's button shows whether a film is rented, and changes that. The teachers' films
// cannot be changed, and the app changes its film only after the server has.

func toggle(_ film: Film) async -> Film {
    do {
        return film.rented
            ? try await club.send(ReturnFilm(id: film.id)).film
            : try await club.send(RentFilm(id: film.id)).film
    } catch let error as any AnyCallError {
        print(error.userMessage(in: "es"))
        return film
    } catch {
        return film
    }
}

for id in [8, 1] {
    var film = try await club.send(ShowFilm(id: id))
    film = await toggle(film)
    print(film.title, film.rented ? "Alquilada" : "Libre")
    if film.rented { film = await toggle(film) }
}

// The document's app replaces the blanks in a title by `+`, asks OMDb for that title, and reads the
// member `Response` as a text. It then opens a form with the values that OMDb has returned, or
// returns to the list if the title is not found.

let cinema = try Client(base: server + "/omdb")

func draft(of title: String) async throws -> FilmDraft? {
    guard case .title(let film) = try await cinema.send(SearchTitles(t: title, apikey: "demo"))
    else { return nil }
    return FilmDraft(
        title: film.title,
        year: Year(film.year ?? ""),
        director: film.director ?? "",
        synopsis: film.plot
    )
}

print(try await draft(of: "No Such Film") == nil ? "back to the list" : "a form")

// The document adds the film, gives it the number that the server has assigned, and edits a copy,
// so that leaving without saving changes nothing. A film that the server does not delete stays in
// the table.

if let draft = try await draft(of: "The Godfather") {
    let film = try await club.send(CreateFilm(film: draft)).film
    print(film.title, film.year)
    let copy = FilmChanges(title: film.title + " (copia)")
    print(try await club.send(EditFilm(id: film.id, changes: copy)).film.title)
    print(try await club.send(DeleteFilm(id: film.id)).msg)
}

do {
    _ = try await club.send(DeleteFilm(id: 1))
} catch .failed(.notOwner) {
    print("it stays")
} catch {
    print(error.userMessage(in: "es"))
}
