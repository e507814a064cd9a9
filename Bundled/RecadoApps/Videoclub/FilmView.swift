// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP

/// A film, with the button that rents or returns it.
struct FilmView: Sendable {
    let film: Film
    /// The address of the list beside the film.
    let address: FilmListAddress
    /// True if the film belongs to the logged-in member; `nil` if that is not known.
    var isOwn: Bool?
    let visit: Visit

    private static let home = AppIdentity.videoclub.path
    private var path: String { "\(Self.home)/\(film.id)" }

    /// Returns the page of the film, with the list beside it.
    func screen(beside list: HTML) -> Screen {
        let say = visit.language
        var delete = Button(
            say("Borrar", en: "Delete"),
            leadingTo: "\(path)/delete",
            style: .bare,
            icon: .delete
        )
        delete.dialog = DeletionView.id
        let edit = Button(
            say("Editar", en: "Edit"),
            leadingTo: "\(path)/edit",
            style: .bare,
            icon: .edit
        )
        let deletion = DeletionView(title: film.title, path: path, visit: visit)
        // Buttons for changes that the service would refuse are not shown.
        let changes: HTML = isOwn == false ? "" : "\(edit.html)\(delete.html)"
        return Screen(
            title: film.title,
            origin: Self.origin(visit),
            actions: "\(changes)\(FilmListView.account(visit))",
            layout: .split(list),
            content: "\(content)\(isOwn == false ? "" : deletion.dialog)"
        )
    }

    /// Returns the page with the error that prevented reading a film.
    static func failed(_ trouble: UserFacingError, beside list: HTML?, visit: Visit) -> Screen {
        let isMissing = trouble.kind == .missing
        let note = ErrorNote(trouble: trouble, retry: isMissing ? nil : visit.address)
        return Screen(
            title: visit.language(trouble.kind.title),
            origin: origin(visit),
            layout: list.map { .split($0) } ?? .column,
            content: """
                <div id="film">
                <h1>\(AppIdentity.videoclub.title.spanish)</h1>
                \(note.html(in: visit))
                </div>
                """
        )
    }

    private static func origin(_ visit: Visit) -> Screen.Origin {
        .init(
            path: FilmListAddress(visit.query).path,
            title: visit.language("Películas", en: "Films")
        )
    }

    private var content: HTML {
        let say = visit.language
        let synopsis = film.synopsis ?? ""
        let paragraphs: [HTML] = synopsis.unicodeScalars.split(separator: "\n")
            .map { "<p>\(String($0))</p>" }
        let none: HTML = #"<p class="soft">\#(say("Sin sinopsis.", en: "No synopsis."))</p>"#
        return """
            <article class="film" id="film">
            \(FilmListView.poster(film))
            <div>
            <h1>\(film.title)</h1>
            <p class="lead">\(film.director), <span class="number">\(film.year)</span></p>
            \(rental)
            \(paragraphs.isEmpty ? none : "\(paragraphs)" as HTML)
            <p><a href="\(more.path)">\(say("Más de \(film.director)", en: "More by \(film.director)"))</a></p>
            </div>
            </article>
            """
    }

    /// The address of the list of films with the same director.
    private var more: FilmListAddress { FilmListAddress(["q": film.director]) }

    /// The button that rents or returns the film, with the rental state.
    private var rental: HTML {
        let say = visit.language
        let state = film.rented ? say("Alquilada", en: "Rented") : say("Libre", en: "Free")
        guard isOwn != false else {
            let hint = say(
                "Es de otro socio: solo él la alquila y la devuelve.",
                en: "It is another member’s, who alone can rent and return it."
            )
            return """
                <p class="rental"><span class="stamp">\(state)</span> <span class="hint">\(hint)</span></p>
                """
        }
        let action =
            film.rented
            ? say("Pulsa para devolverla", en: "Press to return it")
            : say("Pulsa para alquilarla", en: "Press to rent it")
        return FormSheet(
            action: "\(path)/rental",
            style: "rental",
            content: """
                <input type="hidden" name="rented" value="\(film.rented ? "no" : "yes")">
                <input type="hidden" name="\(FilmListAddress.inputName)" value="\(address.query)">
                <button class="stamp \(film.rented ? "rented" : "free")" aria-describedby="rental-hint">\
                \(state)</button>
                <span class="hint" id="rental-hint">\(action)</span>
                """
        ).html(in: visit)
    }
}
