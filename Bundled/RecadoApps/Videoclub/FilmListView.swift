// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoContracts
import RecadoHTTP

/// The list of films, with their posters.
struct FilmListView: Sendable {
    let shelf: VideoclubModel.Shelf
    let visit: Visit

    private static let home = AppIdentity.videoclub.path

    /// The list as a page of its own.
    var screen: Screen {
        Screen(
            title: Self.title(visit),
            actions: Self.account(visit),
            layout: .wide,
            content: """
                \(Self.head(level: 1, words: shelf.words, visit))
                <div id="films">
                \(Self.films(shelf, selected: nil, style: "films", visit))
                \(pages)
                </div>
                """
        )
    }

    /// A page that says why there is no list.
    static func failed(_ trouble: Trouble, words: String, visit: Visit) -> Screen {
        Screen(
            title: title(visit),
            actions: account(visit),
            layout: .wide,
            content: """
                \(head(level: 1, words: words, visit))
                <div id="films">
                \(TroubleNote(trouble: trouble, retry: visit.address).html(in: visit))
                </div>
                """
        )
    }

    /// The list beside a film.
    static func side(
        _ list: Result<VideoclubModel.Shelf, Trouble>,
        words: String,
        selected: Int,
        _ visit: Visit
    ) -> HTML {
        let content: HTML
        switch list {
        case .success(let shelf):
            content = films(shelf, selected: selected, style: "films small", visit)
        case .failure(let trouble):
            content = TroubleNote(trouble: trouble, retry: visit.address).html(in: visit)
        }
        return """
            \(head(level: 2, words: words, visit))
            <div id="films">
            \(content)
            </div>
            """
    }

    // MARK: - Parts

    private static func title(_ visit: Visit) -> String {
        visit.language("Películas", en: "Films")
    }

    private static func head(level: Int, words: String, _ visit: Visit) -> HTML {
        let say = visit.language
        let title: HTML =
            level == 1 ? "<h1>\(title(visit))</h1>" : "<h2>\(title(visit))</h2>"
        let choices = Popover(
            id: "add",
            label: say("Añadir película", en: "Add movie"),
            icon: .add,
            content: """
                <ul>
                <li><a href="\(home)/look-up">\(Icon.search.html)Open Movie DB</a></li>
                <li><a href="\(home)/new">\(Icon.edit.html)Manual</a></li>
                </ul>
                """
        )
        let search = SearchField(
            action: home,
            label: say("Buscar título, director o tema", en: "Search title, director or plot"),
            value: words,
            updates: ["films"]
        )
        return """
            <div class="list-head">\(title)\(choices.html)</div>
            \(search.html(in: visit))
            """
    }

    /// Who is logged in, or a way to be.
    static func account(_ visit: Visit) -> HTML {
        let say = visit.language
        // Where it cannot be found out, nobody is: to log in will say why.
        guard let login = try? visit.member.get()?.login else {
            let title = say("Entrar", en: "Log in")
            return Button(title, leadingTo: "\(home)/login", style: .bare, icon: .enter).html
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

    private static func films(
        _ shelf: VideoclubModel.Shelf,
        selected: Int?,
        style: String,
        _ visit: Visit
    ) -> HTML {
        let say = visit.language
        guard !shelf.films.isEmpty else {
            let words: String =
                shelf.words.isEmpty
                ? say(
                    "Todavía no hay películas. Añade la primera con +.",
                    en: "There are no films yet. Add the first with +."
                )
                : say(
                    "Ninguna película tiene “\(shelf.words)”.",
                    en: "No film has “\(shelf.words)”."
                )
            return #"<p class="nothing" role="status">\#(words)</p>"#
        }
        let count: String =
            shelf.total == 1
            ? say("1 película", en: "1 film")
            : say("\(shelf.total) películas", en: "\(shelf.total) films")
        return """
            <p class="label" role="status">\(count)</p>
            <ul class="\(style)">
            \(shelf.films.enumerated().map { index, film in
                row(film, shelf.words, isFirst: index < firstCount, isSelected: film.id == selected, visit)
            })
            </ul>
            """
    }

    private static func row(
        _ film: Film,
        _ words: String,
        isFirst: Bool,
        isSelected: Bool,
        _ visit: Visit
    ) -> HTML {
        let current: HTML = isSelected ? #" aria-current="page""# : ""
        let state: HTML =
            film.rented
            ? #"<span class="state">\#(visit.language("Alquilada", en: "Rented"))</span>"# : ""
        return """
            <li><a href="\(FilmView.path(of: film.id, words: words))"\(current)>\(poster(film, isFirst: isFirst))\
            <span class="words"><span class="title">\(film.title)</span>\
            <span class="detail">\(film.director), \(film.year)</span>\(state)</span></a></li>
            """
    }

    /// The films whose posters are asked for at once: the first row of a desk, for more hold up its paint.
    private static let firstCount = 6

    /// A poster; where it does not load, its place has the first letter of the title.
    ///
    /// - Parameters:
    ///   - film: The film.
    ///   - isFirst: Whether it is seen at once; others are loaded when they come near.
    /// - Returns: The poster.
    static func poster(_ film: Film, isFirst: Bool = true) -> HTML {
        let loading: HTML = isFirst ? "" : #" loading="lazy""#
        let image: HTML =
            film.poster.map {
                $0.isEmpty
                    ? ""
                    : #"<img src="\#(link: $0)" alt="" width="120" height="180" decoding="async"\#(loading)>"#
            } ?? ""
        return
            #"<span class="poster" data-letter="\#(String(film.title.prefix(1)))">\#(image)</span>"#
    }

    private var pages: HTML {
        let say = visit.language
        var links: [HTML] = []
        if shelf.page > 1 {
            links.append(
                Button(say("Anteriores", en: "Previous"), leadingTo: page(shelf.page - 1)).html
            )
        }
        if shelf.hasMore {
            links.append(
                Button(say("Siguientes", en: "Next"), leadingTo: page(shelf.page + 1)).html
            )
        }
        return links.isEmpty ? "" : "<p class=\"buttons\">\(links)</p>"
    }

    private func page(_ number: Int) -> String {
        let query: QueryItems = ["q": shelf.words, "page": "\(number)"]
        return "\(Self.home)?\(query.encoded)"
    }
}
