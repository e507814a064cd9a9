// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A form that looks for something: as one types where the script runs,
/// and with a button everywhere.
struct SearchField: Sendable {
    /// The name of the words in the query.
    static let name = "q"

    /// The address that it asks, with the words in its query.
    let action: String
    /// The label, which says what the field searches for.
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

    /// The words for a server that is not reached while somebody types.
    private func failed(_ say: AppLanguage) -> String {
        say(
            "No se llega al servidor: lo que se ve es de antes.",
            en: "The server is not reached: what you see is from before."
        )
    }
}
