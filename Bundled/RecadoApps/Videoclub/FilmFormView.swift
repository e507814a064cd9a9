// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens
import RecadoServer

/// The form for a new film, or for changes of one: a copy, until it is saved.
struct FilmFormView: Sendable {
    let state: FilmFormState
    /// Why it was not saved; nothing the first time.
    var trouble: Trouble?
    let visit: Visit

    private static let home = AppIdentity.videoclub.path
    private var form: FilmForm { state.form }

    var screen: Screen {
        let title: String
        let origin: String
        switch state.purpose {
        case .add:
            title = visit.language("Añadir película", en: "Add movie")
            origin = Self.home
        case .edit(let copy):
            title = copy.film.title
            origin = "\(Self.home)/\(copy.film.id)"
        }
        return Screen(
            title: title,
            origin: .init(path: origin, title: visit.language("Cancelar", en: "Cancel")),
            content: """
                <h1>\(title)</h1>
                \(trouble.map { TroubleNote(trouble: $0).html(in: visit) })
                \(sheet(leavingTo: origin).html(in: visit))
                """
        )
    }

    private func sheet(leavingTo origin: String) -> FormSheet {
        let say = visit.language
        let hidden: HTML
        let action: String
        switch state.purpose {
        case .add:
            hidden = Attempt.input(in: visit)
            action = Self.home
        case .edit(let copy):
            hidden = #"<input type="hidden" name="was" value="\#(copy.film.title)">"#
            action = "\(Self.home)/\(copy.film.id)"
        }
        let save = Button(say("Guardar", en: "Save"), style: .primary)
        return FormSheet(
            action: action,
            content: """
                \(hidden)
                \(fields.map(\.html))
                <p class="buttons">\(save.html)
                \(Button(say("Cancelar", en: "Cancel"), leadingTo: origin).html)</p>
                """
        )
    }

    private var fields: [Field] {
        let say = visit.language
        var title = field("title", say("Título", en: "Title"), form.title)
        title.isRequired = true
        var director = field(
            "director",
            say("Director", en: "Director"),
            form.director
        )
        director.isRequired = true
        var year = field("year", say("Año", en: "Year"), form.year)
        year.isRequired = true
        year.kind = .number
        var poster = field("poster", say("Cartel", en: "Poster"), form.poster)
        poster.kind = .url
        poster.hint = say(
            "La dirección de una imagen, si hay.",
            en: "The address of a picture, if any."
        )
        var synopsis = field(
            "synopsis",
            say("Sinopsis", en: "Synopsis"),
            form.synopsis
        )
        synopsis.kind = .lines(7)
        var fields = [title, director, year, poster, synopsis]
        let first = fields.firstIndex { $0.error != nil } ?? 0
        fields[first].isFirst = true
        return fields
    }

    private func field(_ name: String, _ label: String, _ value: String) -> Field {
        var field = Field(name, label, value: value)
        field.limit = FilmForm.limits[name].maximumLength
        field.error = trouble?.complaints.first { $0.field == name }.map {
            visit.language($0.words)
        }
        return field
    }

    /// What an attempt to add a film is known by.
    static func attempt(of visit: Visit) -> String {
        Attempt.key(of: visit, ["title", "year", "director", "poster", "synopsis"])
    }
}

extension FilmFormState {
    /// The changes that were filled in, of a film whose title was another one perhaps.
    ///
    /// The page does not hold the tag of the film: its changes overwrite those of others.
    init(editing id: Int, _ visit: Visit) {
        let form = FilmForm(visit)
        let film = Film(
            id: id,
            title: visit.entry("was"),
            year: form.year,
            director: form.director,
            createdAt: ""
        )
        self.init(editing: VideoclubCalls.TaggedFilm(film, tag: nil), as: form)
    }
}

extension FilmForm {
    /// What was filled in.
    init(_ visit: Visit) {
        self.init()
        title = visit.entry("title")
        year = visit.entry("year")
        director = visit.entry("director")
        poster = visit.entry("poster")
        synopsis = visit.entry("synopsis")
    }
}
