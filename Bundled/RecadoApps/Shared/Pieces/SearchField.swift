// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A search form: its button starts a search; if the script runs, it also searches during typing.
struct SearchField: Sendable {
    /// The name of the query item with the search words.
    static let name = "q"

    /// The path of the page with the results.
    let action: String
    /// The label, which names the kind of items to search for.
    let label: String
    /// The search words.
    let value: String
    /// The IDs of the elements that the search updates.
    let updates: [String]
    /// Further fields of the form; none by default.
    var more: HTML = ""

    func html(in visit: Visit) -> HTML {
        """
        <form class="search" role="search" action="\(action)" data-search="\(updates.joined(separator: " "))" \
        data-failed="\(failed(visit.language))">
        <div class="words-field">
        <label class="hidden" for="search">\(label)</label>
        <input id="search" type="search" name="\(Self.name)" value="\(value)" placeholder="\(label)" \
        autocomplete="off" maxlength="255" aria-keyshortcuts="/">
        <button class="button bare" title="\(visit.language("Buscar", en: "Search"))">\
        \(Icon.search.html)<span class="hidden">\(visit.language("Buscar", en: "Search"))</span></button>
        </div>
        \(more)
        </form>
        """
    }

    /// Returns the message that is shown if the server cannot be reached during typing.
    private func failed(_ say: AppLanguage) -> String {
        say(
            "No se llega al servidor: lo que se ve es de antes.",
            en: "The server is not reached: what you see is from before."
        )
    }
}
