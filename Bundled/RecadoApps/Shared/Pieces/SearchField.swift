// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A search form: it searches while somebody types if the script runs, and always with its button.
struct SearchField: Sendable {
    /// The name of the words in the query.
    static let name = "q"

    /// The address that it requests, with the words in the query.
    let action: String
    /// The label, which names the subject of the search.
    let label: String
    /// The words.
    let value: String
    /// The elements of the page that change with the words, by their identifiers.
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

    /// The message for a server that cannot be reached while somebody types.
    private func failed(_ say: AppLanguage) -> String {
        say(
            "No se llega al servidor: lo que se ve es de antes.",
            en: "The server is not reached: what you see is from before."
        )
    }
}
