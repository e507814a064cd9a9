// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoScreens

/// The links from one page of the list to other pages: the next and previous page, page numbers,
/// and a field for any number.
struct FilmPagesView: Sendable {
    let address: FilmListAddress
    let shown: FilmPage
    /// Returns the path and query of a page, by its number.
    let path: @Sendable (Int) -> String
    /// True if only links to the next and previous page fit.
    let isSmall: Bool
    let visit: Visit

    private var say: AppLanguage { visit.language }
    /// The number of the last page; if the service reports a next page but no total, the number of
    /// that next page.
    private var count: Int { max(shown.pageCount, shown.hasMore ? shown.page + 1 : shown.page) }

    /// The navigation bar; empty if there is only one page.
    var html: HTML {
        guard count > 1 else { return "" }
        let previous = Button(say("Anteriores", en: "Previous"), leadingTo: path(shown.page - 1))
        let next = Button(say("Siguientes", en: "Next"), leadingTo: path(shown.page + 1))
        let place: HTML = #"<span class="soft number">\#(shown.page) / \#(count)</span>"#
        return """
            <nav class="buttons pages" aria-label="\(say("Páginas", en: "Pages"))">
            \(shown.page > 1 ? previous.html : "")
            \(isSmall ? place : numbers)
            \(shown.page < count ? next.html : "")
            \(isSmall ? "" : jump)
            </nav>
            """
    }

    /// The links to the first page, the last page, and pages near the current one.
    private var numbers: HTML {
        var last = 0
        let near = (max(1, shown.page - 2)...min(count, shown.page + 2))
        let items: [HTML] = ([1] + near + [count]).compactMap { number in
            guard number > last else { return nil }
            let gap: HTML = number > last + 1 ? #"<li aria-hidden="true">…</li>"# : ""
            last = number
            let current: HTML = number == shown.page ? #" aria-current="page""# : ""
            let label = say("Página \(number)", en: "Page \(number)")
            return """
                \(gap)<li><a href="\(path(number))" aria-label="\(label)"\(current)>\(number)</a></li>
                """
        }
        return "<ul class=\"numbers number\">\(items)</ul>"
    }

    private var jump: HTML {
        guard count > 5 else { return "" }
        let hidden: [HTML] = address.filters.map {
            #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"#
        }
        return """
            <form class="jump" action="\(AppIdentity.videoclub.path)">\(hidden)
            <label for="page">\(say("Página", en: "Page"))</label>
            <input id="page" name="page" inputmode="numeric" autocomplete="off" maxlength="7">
            \(Button(say("Ir", en: "Go")).html)
            </form>
            """
    }
}
