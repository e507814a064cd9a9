// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens
import RecadoServer

/// The form for adding or changing a film.
struct FilmFormView: Sendable {
    let state: FilmFormState
    /// The error that prevented saving the film; `nil` if the form was not sent.
    var trouble: UserFacingError?
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
                \(state.theirs.map(comparison) ?? note)
                \(sheet(leavingTo: origin).html(in: visit))
                """
        )
    }

    private var note: HTML? {
        trouble.map { ErrorNote(trouble: $0, title: isGone ? Self.gone : nil).html(in: visit) }
    }

    /// True if somebody has deleted the film meanwhile; the typed text can be saved as a new film.
    private var isGone: Bool { state.purpose != .add && trouble?.kind == .missing }

    private static let gone = Phrase(
        "Alguien la ha borrado: lo que has escrito sigue aquí",
        en: "Somebody has deleted it: what you wrote is still here"
    )

    private static let changed = Phrase("Hay otra versión", en: "There is another version")

    /// Returns a note that somebody else has changed the film, and the changed film; the page shows
    /// both above the typed text.
    private func comparison(_ film: Film) -> HTML {
        let say = visit.language
        let note = UserFacingError(
            .conflict,
            Phrase(
                "Alguien ha cambiado la película mientras escribías. No se ha guardado nada todavía.",
                en: "Somebody changed the film while you were writing. Nothing has been saved yet."
            )
        )
        let poster: HTML? = film.poster.map { "<p class=\"soft\">\($0)</p>" }
        return """
            \(ErrorNote(trouble: note, title: Self.changed).html(in: visit))
            <section class="theirs" aria-labelledby="theirs">
            <h2 id="theirs">\(say("Así está ahora", en: "As it is now"))</h2>
            <article class="post">
            <h3>\(film.title)</h3>
            <p>\(film.director), <span class="number">\(film.year)</span></p>
            \(poster)
            <div class="text">\(film.synopsis ?? say("Sin sinopsis.", en: "No synopsis."))</div>
            </article>
            </section>
            <h2>\(say("Lo que has escrito", en: "What you wrote"))</h2>
            """
    }

    private func sheet(leavingTo origin: String) -> FormSheet {
        let say = visit.language
        let hidden: HTML
        let action: String
        switch state.purpose {
        case _ where isGone, .add:
            hidden = Attempt.input(in: visit)
            action = Self.home
        case .edit(let copy):
            hidden = """
                <input type="hidden" name="was" value="\(copy.film.title)">
                <input type="hidden" name="tag" value="\(copy.tag ?? "")">
                """
            action = "\(Self.home)/\(copy.film.id)"
        }
        let isOvertaken = state.theirs != nil
        let save =
            isOvertaken
            ? say("Guardar lo mío", en: "Save mine")
            : isGone ? say("Guardar como nueva", en: "Save as new") : say("Guardar", en: "Save")
        let leave =
            isOvertaken ? say("Dejar lo suyo", en: "Leave theirs") : say("Cancelar", en: "Cancel")
        return FormSheet(
            action: action,
            style: "guarded",
            content: """
                \(hidden)
                \(fields.map(\.html))
                <p class="buttons">\(Button(save, style: .primary).html)
                \(Button(leave, leadingTo: origin).html)</p>
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
        fields.setFocus(startsAtFirst: true)
        return fields
    }

    private func field(_ name: String, _ label: String, _ value: String) -> Field {
        var field = Field(name, label, value: value)
        field.limit = FilmForm.limits[name].maximumLength
        field.error = trouble?.fieldMessages.first { $0.field == name }.map {
            visit.language($0.words)
        }
        return field
    }

    /// Returns the Idempotency-Key of an attempt to add a film.
    static func attempt(of visit: Visit) -> String {
        Attempt.key(of: visit, ["title", "year", "director", "poster", "synopsis"])
    }
}

extension FilmFormState {
    /// Reads the changes of a film from a form.
    ///
    /// Changes overwrite only the version of the film whose entity tag is in the form. If the
    /// server sends no tags, the form contains none.
    init(editing id: Int, _ visit: Visit) {
        let form = FilmForm(visit)
        let film = Film(
            id: id,
            title: visit.entry("was"),
            year: form.year,
            director: form.director,
            createdAt: ""
        )
        let tag = visit.entry("tag")
        let isTag =
            tag.utf8.count <= Self.maximumTagBytes
            && tag.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        let known = isTag ? tag : Self.unknownTag
        let copy = VideoclubCalls.TaggedFilm(film, tag: tag.isEmpty ? nil : known)
        self.init(editing: copy, as: form)
    }

    /// The greatest size of an entity tag in bytes: more than a hexadecimal digest needs.
    private static let maximumTagBytes = 256
    /// An entity tag that no film has, which replaces an invalid tag.
    private static let unknownTag = "\"\""
}

extension FilmForm {
    /// Reads the entries of the form.
    init(_ visit: Visit) {
        self.init()
        title = visit.entry("title")
        year = visit.entry("year")
        director = visit.entry("director")
        poster = visit.entry("poster")
        synopsis = visit.entry("synopsis")
    }
}
