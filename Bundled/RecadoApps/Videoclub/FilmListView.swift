// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The list of films, with their posters.
struct FilmListView: Sendable {
    let state: FilmListState
    /// The page and the selection.
    let address: FilmListAddress
    let visit: Visit

    private static let home = AppIdentity.videoclub.path
    private var say: AppLanguage { visit.language }

    /// The list as a page of its own, or the error that prevented reading it.
    var screen: Screen {
        Screen(
            title: title,
            actions: Self.account(visit),
            layout: .wide,
            content: """
                \(head(level: 1, FilmFilterView(address: address, visit: visit).html))
                <div id="films"\(updates.attributes(in: visit))>
                \(content(selected: nil, style: "films"))
                \(pages(isSmall: false) { address.at(page: $0).path })
                </div>
                """
        )
    }

    /// The status of the page.
    var status: Status { state.trouble?.kind.status ?? .ok }

    /// Returns the list beside a film; if the list does not contain the film, it is added as the
    /// first row.
    ///
    /// - Parameters:
    ///   - selected: The number of the film.
    ///   - film: The film; `nil` if it could not be read.
    /// - Returns: The list.
    func side(selected: Int, _ film: Film?) -> HTML {
        let isListed = state.films.value?.films.contains { $0.id == selected } ?? true
        let own: HTML? = film.flatMap { film in
            isListed
                ? nil
                : "<ul class=\"films small\">\(row(film, isFirst: true, isSelected: true))</ul>"
        }
        return """
            \(head(level: 2, FilmFilterView(address: address, visit: visit).hidden))
            <div id="films"\(updates.attributes(in: visit))>
            \(own)
            \(content(selected: selected, style: "films small"))
            \(pages(isSmall: true) { address.at(page: $0).path(of: selected) })
            </div>
            """
    }

    // MARK: - Parts

    private var updates: LiveUpdates {
        LiveUpdates(path: VideoclubApp.livePath, parts: ["films", "film"])
    }

    private var title: String { say("Películas", en: "Films") }

    private func head(level: Int, _ filters: HTML) -> HTML {
        let title: HTML = level == 1 ? "<h1>\(title)</h1>" : "<h2>\(title)</h2>"
        let choices = Popover(
            id: "add",
            label: say("Añadir película", en: "Add movie"),
            icon: .add,
            content: """
                <ul>
                <li><a href="\(Self.home)/look-up">\(Icon.search.html)Open Movie DB</a></li>
                <li><a href="\(Self.home)/new" aria-keyshortcuts="n">\(Icon.edit.html)Manual</a></li>
                </ul>
                """
        )
        let search = SearchField(
            action: Self.home,
            label: say("Buscar título, director o tema", en: "Search title, director or plot"),
            value: state.words,
            updates: ["films"],
            more: filters
        )
        return """
            <div class="list-head">\(title)\(choices.html)</div>
            \(search.html(in: visit))
            """
    }

    /// Returns the name of the logged-in member with a button to log out, or a link to log in.
    static func account(_ visit: Visit) -> HTML {
        let say = visit.language
        // If the session store fails, the user appears logged out; the login form reports the
        // error.
        guard let login = try? visit.member.get()?.login else {
            let title = say("Entrar", en: "Log in")
            let path = LoginView.path(backTo: visit.request.method == .post ? home : visit.address)
            return Button(title, leadingTo: path, style: .bare, icon: .enter).html
        }
        let form = FormSheet(
            action: "\(home)/logout",
            content: Button(say("Salir", en: "Log out"), icon: .leave).html
        )
        return Popover(
            id: "account",
            label: say("Cuenta de \(login.user)", en: "Account of \(login.user)"),
            icon: .leave,
            content: """
                <p class="label">\(login.user)</p>
                <ul><li>\(form.html(in: visit))</li></ul>
                """
        ).html
    }

    private func content(selected: Int?, style: String) -> HTML {
        if let trouble = state.trouble {
            return ErrorNote(trouble: trouble, retry: visit.address).html(in: visit)
        }
        guard let shown = state.films.value, !shown.films.isEmpty else { return nothing }
        let count: String =
            shown.total == 1
            ? say("1 película", en: "1 film")
            : say("\(shown.total) películas", en: "\(shown.total) films")
        var rows: [HTML] = []
        rows.reserveCapacity(shown.films.count)
        // A span avoids copies of films, which have many properties.
        let films = shown.films.span
        for index in films.indices {
            let isSelected = films[index].id == selected
            rows.append(
                row(films[index], isFirst: index < Self.firstCount, isSelected: isSelected)
            )
        }
        return """
            <p class="label" role="status">\(count)</p>
            <ul class="\(style)">
            \(rows)
            </ul>
            """
    }

    private var nothing: HTML {
        let words: String =
            state.selection.isEverything
            ? say(
                "Todavía no hay películas. Añade la primera con +.",
                en: "There are no films yet. Add the first with +."
            )
            : state.words.isEmpty
                ? say("Ninguna película es así.", en: "No film is like this.")
                : say(
                    "Ninguna película tiene “\(state.words)”.",
                    en: "No film has “\(state.words)”."
                )
        return #"<p class="nothing" role="status">\#(words)</p>"#
    }

    private func row(
        _ film: Film,
        isFirst: Bool,
        isSelected: Bool
    ) -> HTML {
        let current: HTML = isSelected ? #" aria-current="page""# : ""
        let state: HTML =
            film.rented
            ? #"<span class="state">\#(say("Alquilada", en: "Rented"))</span>"# : ""
        return """
            <li><a href="\(address.path(of: film.id))"\(current)>\(Self.poster(film, isFirst: isFirst))\
            <span class="words"><span class="title">\(film.title)</span>\
            <span class="detail">\(film.director), \(film.year)</span>\(state)</span></a></li>
            """
    }

    /// The number of posters that load at once: the first row on a desktop screen.
    ///
    /// More posters would delay the first paint.
    private static let firstCount = 6

    /// Returns a poster; without an image, or if the image fails to load, the title is shown on a
    /// drawn poster.
    ///
    /// - Parameters:
    ///   - film: The film.
    ///   - isFirst: True if the poster loads at once; other posters load when they are almost
    ///     visible.
    /// - Returns: The poster.
    static func poster(_ film: Film, isFirst: Bool = true) -> HTML {
        let image: HTML? = film.poster.flatMap { poster in
            guard !poster.isEmpty else { return nil }
            return #"""
                <img src="\#(link: poster)" alt="" width="120" height="180" \#
                decoding="async"\#(isFirst ? nil : lazily)>
                """#
        }
        // Counting bytes is faster; no text has more characters than bytes.
        let isLong = film.title.utf8.count > posterTitleLength
        let title = isLong ? String(film.title.prefix(posterTitleLength)) : film.title
        return #"""
            <span class="poster" aria-hidden="true" data-title="\#(title)" \#
            data-by="\#(film.director) \#(film.year)">\#(image)</span>
            """#
    }

    /// The greatest number of characters of a title on a drawn poster.
    private static let posterTitleLength = 60

    private static let lazily: HTML = #" loading="lazy""#

    private func pages(isSmall: Bool, _ path: @escaping @Sendable (Int) -> String) -> HTML {
        guard let shown = state.films.value, state.trouble == nil else { return "" }
        return FilmPagesView(
            address: address,
            shown: shown,
            path: path,
            isSmall: isSmall,
            visit: visit
        ).html
    }
}
